package dev.flamegate.os;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/** The checkout that a folder is in: files that the author of a change decides about. */
public final class Checkout {
    private Checkout() {}

    /** The top folder of the checkout, that of a submodule in one; empty without any. */
    public static Optional<Path> root(Path folder) {
        for (Path at = folder.toAbsolutePath().normalize(); at != null; at = at.getParent()) {
            if (Files.exists(at.resolve(".git"), LinkOption.NOFOLLOW_LINKS)) {
                return Optional.of(at);
            }
        }
        return Optional.empty();
    }

    /** The top folder of all checkouts that the folder is in, as a submodule's folder is in two; empty without any. */
    public static Optional<Path> outermost(Path folder) {
        Optional<Path> outermost = root(folder);
        for (Optional<Path> at = outermost; at.isPresent(); ) {
            outermost = at;
            at = at.map(Path::getParent).flatMap(Checkout::root);
        }
        return outermost;
    }

    /**
     * True if a place, which need not exist, is in a folder, and does not lead out of it by a link.
     *
     * @param root that exists
     */
    public static boolean isWithin(Path root, Path place) {
        try {
            return real(place).startsWith(root.toRealPath())
                    && place.toAbsolutePath()
                            .normalize()
                            .startsWith(root.toAbsolutePath().normalize());
        } catch (IOException e) {
            return false;
        }
    }

    /** True if a place is in a folder by its path, or by where its links lead. */
    public static boolean reaches(Path root, Path place) {
        try {
            return place.toAbsolutePath()
                            .normalize()
                            .startsWith(root.toAbsolutePath().normalize())
                    || real(place).startsWith(root.toRealPath());
        } catch (IOException e) {
            return true; // a link to nowhere, which may lead anywhere later
        }
    }

    /** The place with its links followed, as far as it exists. */
    private static Path real(Path place) throws IOException {
        Path there = place.toAbsolutePath().normalize();
        Path whole = there;
        while (!Files.exists(there, LinkOption.NOFOLLOW_LINKS) && there.getParent() != null) {
            there = there.getParent();
        }
        return there.toRealPath().resolve(there.relativize(whole));
    }
}
