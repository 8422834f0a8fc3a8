package dev.flamegate.runtime;

import dev.flamegate.plan.TargetSpec;
import dev.flamegate.targets.Agents;
import dev.flamegate.targets.CpuSet;
import dev.flamegate.targets.ProcessTarget;
import dev.flamegate.targets.SpringBootJar;
import dev.flamegate.targets.TargetFailed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Lets targets of Spring Boot start in half the time: their jars are taken apart, and each virtual machine gets an
 * archive of the classes that a start of it has loaded before. Both arms alike: if one can't have it, neither has.
 */
final class FastStarts {
    private static final List<String> TRAINING = List.of(
            "-Dspring.context.exit=onRefresh", // the application ends when it is up, and before it answers requests
            "-XX:TieredStopAtLevel=1");

    private static final String MAKE = "-XX:ArchiveClassesAtExit=";
    private static final String USE = "-XX:SharedArchiveFile=";

    /** Options of those who decide themselves what is shared. */
    private static final List<String> OWN = List.of("-Xshare:", USE, MAKE, "-XX:+AutoCreateSharedArchive", "-XX:AOT");

    private final MeasurementPlan setup;
    private final CpuSet cpus;
    private final Environments environments;
    private final Set<String> known = new HashSet<>();

    /** The environment of one start, see {@link TargetRuntime#startEnvironment}. */
    @FunctionalInterface
    interface Environments {
        StartEnvironment of(PlacedTarget target, Path work) throws InterruptedException;
    }

    /**
     * Prepares targets of a plan.
     *
     * @param environments of a start that must leave no trace in later ones, such as tables in a database
     */
    FastStarts(MeasurementPlan setup, CpuSet cpus, Environments environments) {
        this.setup = setup;
        this.cpus = cpus;
        this.environments = environments;
    }

    /**
     * Prepares targets that start like each other, if that is possible for all of them.
     *
     * @param targets each with a jar in a folder of its own
     * @param often whether more than three starts follow: making an archive takes as long as it saves in three
     * @param work a folder for logs
     */
    void prepare(List<PlacedTarget> targets, boolean often, Path work) throws InterruptedException {
        boolean isNew = known.addAll(
                targets.stream().map(target -> jar(target).path().toString()).toList());
        if (!isNew || setup.measuresStart() || !targets.stream().allMatch(FastStarts::canBePrepared)) {
            return;
        }
        setup.progress().stage("preparing the starts", Duration.ZERO);
        for (PlacedTarget target : targets) {
            String java = ProcessTarget.java(ProcessTarget.javaHome(target.spec(), setup.folder()));
            if (!jar(target).takeApart(java, setup.children().environment().variables())) {
                return;
            }
        }
        targets.forEach(target -> jar(target).useParts());
        if (!often) {
            return;
        }
        try {
            if (!train(targets, work)) {
                setup.progress().note("both arms start without an archive of their classes: see " + work);
                for (PlacedTarget target : targets) {
                    Files.deleteIfExists(jar(target).archive());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean canBePrepared(PlacedTarget target) {
        return target.spec().javaOptions().stream()
                        .noneMatch(option -> OWN.stream().anyMatch(option::startsWith))
                && jar(target).canBeTakenApart();
    }

    private static SpringBootJar jar(PlacedTarget target) {
        return new SpringBootJar(Path.of(Objects.requireNonNull(target.spec().jar(), "a target without a jar")));
    }

    /** Starts all at once, as a pair does, and lets each write its archive when it ends; false if one doesn't. */
    private boolean train(List<PlacedTarget> targets, Path work) throws InterruptedException, IOException {
        List<Training> trainings = new ArrayList<>();
        try {
            for (PlacedTarget target : targets) {
                trainings.add(training(target, Files.createDirectories(work.resolve(target.alias()))));
            }
            boolean whole = true;
            for (Training training : trainings) {
                whole &= training.isDone();
            }
            return whole;
        } catch (TargetFailed e) {
            return false; // If it can't start at all, the first pair says so.
        } finally {
            trainings.forEach(Training::close);
        }
    }

    private Training training(PlacedTarget placed, Path work) throws InterruptedException {
        StartEnvironment around = environments.of(placed, work);
        try {
            TargetSpec spec = placed.spec().filled(around.values());
            Path archive = jar(placed).archive();
            List<String> options = new ArrayList<>(cpus.javaOptions(spec.javaOptions()));
            options.addAll(TRAINING);
            options.add(MAKE + archive);
            ProcessTarget target = ProcessTarget.start(
                    spec,
                    setup.folder(),
                    new Agents(options, Map.of()),
                    List.of(),
                    work.resolve("training.log"),
                    setup.children());
            return new Training(target, around, spec.ready().within(), archive);
        } catch (RuntimeException e) {
            around.close();
            throw e;
        }
    }

    /** A start that makes an archive. */
    private record Training(ProcessTarget target, StartEnvironment around, Duration within, Path archive)
            implements AutoCloseable {
        boolean isDone() throws InterruptedException {
            return target.awaitEnd(within) && Files.isRegularFile(archive);
        }

        @Override
        public void close() {
            try (around) {
                target.close();
            }
        }
    }

    /** The options that a target with a jar in a folder of its own starts with, besides its own ones. */
    static List<String> options(PlacedTarget target) {
        Path archive = jar(target).archive();
        return Files.isRegularFile(archive) ? List.of(USE + archive) : List.of();
    }
}
