package dev.flamegate.targets;

import dev.flamegate.plan.TargetSpec;
import dev.flamegate.plan.TargetSpec.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The place from which the jar of an arm runs: a link to it, or a copy, in a folder of the gate. Frameworks handle the
 * path of their jar in many requests, so a build in a long path costs more than an equal one in a short path. These
 * paths all have the same length.
 */
public final class JarPlace implements AutoCloseable {
    /** The name of the jar, equal to that in a container. */
    private static final String NAME = "target.jar";

    private final WorkFolder folder;
    private final TargetSpec spec;

    private JarPlace(WorkFolder folder, TargetSpec spec) {
        this.folder = folder;
        this.spec = spec;
    }

    /**
     * A place for a target's jar. Empty for a target without a jar, and for a jar that needs the files next to it.
     *
     * @param planFolder the plan's folder
     * @throws TargetFailed when the jar can be neither linked nor copied
     */
    public static Optional<JarPlace> of(TargetSpec spec, Path planFolder) {
        if (spec.jar() == null) {
            return Optional.empty();
        }
        return AppFiles.of(spec.subject(), planFolder)
                .filter(app -> app.parts().size() == 1)
                .flatMap(AppFiles::jar)
                .map(jar -> create(spec, jar, planFolder));
    }

    private static JarPlace create(TargetSpec spec, Path jar, Path planFolder) {
        WorkFolder folder = WorkFolder.create(planFolder, "target", null);
        Path place = folder.path().resolve(NAME);
        try {
            linkOrCopy(jar, place);
            return new JarPlace(folder, spec.running(new Subject.Jar(place.toString())));
        } catch (IOException e) {
            folder.close();
            throw new TargetFailed("the target's jar cannot be copied: " + e, e);
        }
    }

    private static void linkOrCopy(Path jar, Path place) throws IOException {
        try {
            Files.createLink(place, jar.toRealPath());
        } catch (IOException | UnsupportedOperationException e) {
            // Another disk, a file of somebody else, or a file system without links.
            Files.copy(jar, place);
        }
    }

    /** True if the jar at this place can be taken apart, see {@link #takeApart}. */
    public boolean canBeTakenApart() {
        return jar().canBeTakenApart();
    }

    /**
     * Takes a jar of Spring Boot apart, with its own tool, so that it starts faster; leaves it at its place.
     *
     * @param java program that runs the tool
     * @param environment the tool's variables, and all of them
     * @return false if that fails
     */
    public boolean takeApart(String java, Map<String, String> environment) throws InterruptedException {
        return jar().takeApart(java, environment, parts());
    }

    /** Puts what {@link #takeApart} made of the jar into its place. */
    public void useParts() {
        try {
            jar().replaceBy(parts());
        } catch (IOException e) {
            throw new TargetFailed("the target's jar cannot be replaced by its parts: " + e, e);
        }
    }

    /** The archive of the target's classes, which need not exist. */
    public Path archive() {
        return folder.path().resolve("classes.jsa");
    }

    /** Removes the archive, if there is one. */
    public void deleteArchive() {
        try {
            Files.deleteIfExists(archive());
        } catch (IOException e) {
            throw new TargetFailed("an archive of classes cannot be removed: " + e, e);
        }
    }

    private SpringBootJar jar() {
        return new SpringBootJar(folder.path().resolve(NAME));
    }

    private Path parts() {
        return folder.path().resolve("parts");
    }

    /** A copy of the target that runs the jar at this place. */
    public TargetSpec spec() {
        return spec;
    }

    @Override
    public void close() {
        folder.close();
    }
}
