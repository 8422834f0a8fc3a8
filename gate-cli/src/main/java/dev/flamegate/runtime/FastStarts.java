package dev.flamegate.runtime;

import dev.flamegate.plan.TargetSpec;
import dev.flamegate.targets.Agents;
import dev.flamegate.targets.CpuSet;
import dev.flamegate.targets.JarPlace;
import dev.flamegate.targets.ProcessTarget;
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
    private final Set<JarPlace> known = new HashSet<>();

    FastStarts(MeasurementPlan setup, CpuSet cpus) {
        this.setup = setup;
        this.cpus = cpus;
    }

    /** The environment of one start, see {@link TargetRuntime#startEnvironment}. */
    @FunctionalInterface
    interface Environments {
        StartEnvironment of(PlacedTarget target, Path work) throws InterruptedException;
    }

    /** A target with the place of its jar. */
    record Placed(PlacedTarget target, JarPlace jar) {
        TargetSpec spec() {
            return target.spec();
        }
    }

    /**
     * Prepares targets that start like each other.
     *
     * @param environments of a start that must leave no trace in later ones, such as tables in a database
     * @param work a folder for logs
     */
    void prepare(List<Placed> targets, Environments environments, Path work) throws InterruptedException {
        boolean done = !known.addAll(targets.stream().map(Placed::jar).toList());
        if (done || !targets.stream().allMatch(this::canBeHastened)) {
            return;
        }
        setup.progress().stage("preparing the starts", Duration.ZERO);
        for (Placed target : targets) {
            String java = ProcessTarget.java(ProcessTarget.javaHome(target.spec(), setup.folder()));
            if (!target.jar().takeApart(java, setup.children().environment().variables())) {
                return;
            }
        }
        targets.forEach(target -> target.jar().useParts());
        if (!train(targets, environments, work)) {
            setup.progress().note("both arms start without an archive of their classes: see " + work);
            targets.forEach(target -> target.jar().deleteArchive());
        }
    }

    private boolean canBeHastened(Placed target) {
        return target.spec().javaOptions().stream()
                        .noneMatch(option -> OWN.stream().anyMatch(option::startsWith))
                && target.jar().canBeTakenApart();
    }

    /** Starts all at once, as a pair does, and lets each write its archive when it ends; false if one doesn't. */
    private boolean train(List<Placed> targets, Environments environments, Path work) throws InterruptedException {
        List<Training> trainings = new ArrayList<>();
        try {
            for (Placed target : targets) {
                trainings.add(training(
                        target, environments, work.resolve(target.target().alias())));
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

    private Training training(Placed placed, Environments environments, Path work) throws InterruptedException {
        created(work);
        StartEnvironment around = environments.of(placed.target(), work);
        try {
            List<String> options =
                    new ArrayList<>(cpus.javaOptions(placed.spec().javaOptions()));
            options.addAll(TRAINING);
            options.add(MAKE + placed.jar().archive());
            TargetSpec spec = placed.spec().filled(around.values());
            Agents none = new Agents(options, Map.of());
            return new Training(
                    ProcessTarget.start(
                            spec, setup.folder(), none, List.of(), work.resolve("training.log"), setup.children()),
                    around,
                    spec.ready().within(),
                    placed.jar().archive());
        } catch (RuntimeException e) {
            around.close();
            throw e;
        }
    }

    private static void created(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("the folder for logs cannot be created: " + folder, e);
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

    /** The options that a target starts with, besides its own. */
    static List<String> options(JarPlace jar) {
        Path archive = jar.archive();
        return Files.isRegularFile(archive) ? List.of(USE + archive) : List.of();
    }
}
