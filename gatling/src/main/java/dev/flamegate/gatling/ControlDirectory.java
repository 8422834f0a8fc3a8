package dev.flamegate.gatling;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * The folder through which gate and simulation communicate by files. From the gate: {@code target} once it is ready,
 * {@code go}, {@code planned} (no extra users from here on), {@code measure}, {@code drain} and {@code pause} (while they
 * are there) and {@code stop}, all empty. From the simulation: {@code ready}, {@code injection} (lines of a constant rate in users per
 * second, a tab and a scenario's name), {@code steady} (the seconds until the load no longer changes), {@code hurries}
 * (empty: it has extra users for the warm-up) and {@code progress} (journeys started, ended, failed and left out,
 * separated by spaces).
 */
final class ControlDirectory {
    private static final String READY = "ready";
    private static final String INJECTION = "injection";
    private static final String STEADY = "steady";
    private static final String HURRIES = "hurries";
    private static final String PROGRESS = "progress";

    private final Path folder;

    ControlDirectory(Path folder) {
        this.folder = folder;
    }

    /** The current phase, by the gate's files. */
    Phase phase() {
        if (has("stop")) {
            return Phase.STOPPING;
        } else if (has("pause")) {
            return Phase.PAUSED;
        } else if (has("drain")) {
            return Phase.DRAINING;
        } else if (has("measure")) {
            return Phase.MEASURING;
        }
        if (!has("go")) {
            return Phase.WAITING;
        }
        return has("planned") ? Phase.WARM_UP : Phase.HURRYING;
    }

    /** True if the target answers. */
    boolean targetIsReady() {
        return has("target");
    }

    /** Tells the gate that the load can start at any time. */
    void ready() {
        write(READY, "");
    }

    /** Tells the gate that a scenario gets users at a constant rate. */
    void injection(double usersPerSecond, String scenario) {
        try {
            Files.writeString(
                    folder.resolve(INJECTION),
                    usersPerSecond + "\t" + scenario + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(folder + ": cannot write into the control directory", e);
        }
    }

    /** Tells the gate that the load can be paused, and after how many seconds it no longer changes. */
    void steady(double rampSeconds) {
        write(STEADY, Double.toString(rampSeconds));
    }

    /** Tells the gate that there are extra users until it wants only the planned ones. */
    void hurries() {
        write(HURRIES, "");
    }

    /** Tells the gate how far the load has got; a reader sees either the old or the new text, never half of it. */
    void progress(long started, long ended, long failed, long leftOut) {
        write(PROGRESS, started + " " + ended + " " + failed + " " + leftOut);
    }

    private boolean has(String name) {
        return Files.exists(folder.resolve(name));
    }

    private void write(String name, String text) {
        try {
            Path draft = Files.writeString(folder.resolve(name + ".new"), text);
            Files.move(
                    draft, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(folder + ": cannot write into the control directory", e);
        }
    }
}
