package dev.flamegate.targets;

import dev.flamegate.plan.TargetSpec;
import dev.flamegate.plan.TargetSpec.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    /** A copy of the target that runs the jar at this place. */
    public TargetSpec spec() {
        return spec;
    }

    @Override
    public void close() {
        folder.close();
    }
}
