package dev.flamegate.runtime;

import dev.flamegate.os.AtOnce;
import dev.flamegate.targets.ProcessTarget;
import dev.flamegate.targets.SpringBootJar;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Lets targets of Spring Boot start faster: their jars are taken apart. Both arms alike: if one can't be, neither is. */
final class FastStarts {
    /** Options of those who decide themselves from where classes are loaded. */
    private static final List<String> OWN = List.of(
            "-Xshare:",
            "-XX:SharedArchiveFile=",
            "-XX:ArchiveClassesAtExit=",
            "-XX:+AutoCreateSharedArchive",
            "-XX:AOT");

    private final MeasurementPlan setup;
    private final Set<String> known = new HashSet<>();

    FastStarts(MeasurementPlan setup) {
        this.setup = setup;
    }

    /**
     * Prepares targets that start like each other, if that is possible for all of them.
     *
     * @param targets each with a jar in a folder of its own
     */
    void prepare(List<PlacedTarget> targets) throws InterruptedException {
        boolean isNew = known.addAll(
                targets.stream().map(target -> jar(target).path().toString()).toList());
        if (!isNew || setup.measuresStart() || !targets.stream().allMatch(FastStarts::canBePrepared)) {
            return;
        }
        setup.progress().stage("preparing the starts", Duration.ZERO);
        if (!AtOnce.of(targets, this::takeApart).containsValue(false)) {
            targets.forEach(target -> jar(target).useParts());
        }
    }

    private boolean takeApart(PlacedTarget target) throws InterruptedException {
        String java = ProcessTarget.java(ProcessTarget.javaHome(target.spec(), setup.folder()));
        return jar(target).takeApart(java, setup.children().environment().variables());
    }

    private static boolean canBePrepared(PlacedTarget target) {
        return target.spec().javaOptions().stream()
                        .noneMatch(option -> OWN.stream().anyMatch(option::startsWith))
                && jar(target).canBeTakenApart();
    }

    private static SpringBootJar jar(PlacedTarget target) {
        return new SpringBootJar(Path.of(Objects.requireNonNull(target.spec().jar(), "a target without a jar")));
    }
}
