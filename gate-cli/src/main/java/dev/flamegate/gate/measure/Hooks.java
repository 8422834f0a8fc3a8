package dev.flamegate.gate.measure;

import dev.flamegate.format.Numbers;
import dev.flamegate.os.Secrets;
import dev.flamegate.plan.HookSpec;
import dev.flamegate.plan.HookSpec.Edge;
import dev.flamegate.plan.HookSpec.Part;
import dev.flamegate.plan.Placeholders;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.targets.LogTail;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Runs the plan's hooks: commands before and after a measurement, each start of a target, and each block of load. What
 * they print goes to {@code hooks.log} in the folder of that part's logs.
 */
public final class Hooks {
    private static final String LOG = "hooks.log";

    private final MeasurementPlan setup;
    private final Duration longest;

    Hooks(MeasurementPlan setup) {
        this(setup, HookSpec.LONGEST);
    }

    /** Hooks each of which may take {@code longest}. */
    Hooks(MeasurementPlan setup, Duration longest) {
        this.longest = longest;
        this.setup = setup;
    }

    /** A part of the measurement whose hook before it has run: closing it runs the one after it. */
    @FunctionalInterface
    public interface Between extends AutoCloseable {
        /**
         * Runs the hook after the part, to its end even if the thread is interrupted, which stays so.
         *
         * @throws Failed when it does not succeed
         */
        @Override
        void close();
    }

    /** A hook did not succeed; the message names the hook, the remedy, and the end of its output. */
    public static final class Failed extends RuntimeException {
        private static final long serialVersionUID = 1;

        Failed(String message) {
            super(message);
        }
    }

    /** True if the plan has hooks around such a part. */
    boolean has(Part part) {
        return setup.plan().hooks().stream().anyMatch(hook -> hook.part() == part);
    }

    /**
     * Runs the hook before a part of the measurement, if there is one.
     *
     * @param values of the placeholders that both hooks may contain
     * @param logs folder for what they print; created if needed
     * @throws Failed when it does not succeed; the hook after the part has run then, too
     */
    public Between before(Part part, Placeholders values, Path logs) throws InterruptedException {
        Between after = () -> setup.plan()
                .hook(Edge.AFTER, part)
                .ifPresent(hook -> run(hook.filled(values), logs, Hooks::endedWhatever));
        try {
            Optional<HookSpec> hook = setup.plan().hook(Edge.BEFORE, part);
            if (hook.isPresent()) {
                run(hook.get().filled(values), logs, Hooks::ended);
            }
            return after;
        } catch (RuntimeException | InterruptedException e) {
            try {
                after.close();
            } catch (RuntimeException later) {
                e.addSuppressed(later);
            }
            throw e;
        }
    }

    /** Waits for the end of a process; {@code false} when the time is over before. */
    private interface Wait<E extends Exception> {
        boolean ended(Process process, Duration within) throws E;
    }

    private static boolean ended(Process process, Duration within) throws InterruptedException {
        return process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Waits for the end of a process despite interrupts, so that it can clean up. To stop waiting, end the process. */
    private static boolean endedWhatever(Process process, Duration within) {
        long deadline = System.nanoTime() + within.toNanos();
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private <E extends Exception> void run(HookSpec hook, Path logs, Wait<E> wait) throws E {
        String shown = Secrets.options(String.join(" ", hook.command()));
        checkKnown(hook, shown);
        setup.progress().detail(hook.name());
        Path log = logs.resolve(LOG);
        long began = System.nanoTime();
        long printed = note(logs, "# " + hook.name() + ": " + shown);
        Process process = start(hook, shown, log);
        boolean ended;
        try {
            ended = wait.ended(process, longest);
        } finally {
            setup.children().end(process);
        }
        String took = Numbers.duration((System.nanoTime() - began) / 1e9);
        if (ended && process.exitValue() == 0) {
            note(logs, "# " + hook.name() + " took " + took);
            return;
        }
        String how = ended
                ? "ended with exit code " + process.exitValue() + " after " + took
                : "did not end within " + longest.toSeconds() + " s, and was ended";
        String end = LogTail.of(log, printed);
        note(logs, "# " + hook.name() + " " + how);
        throw failed(
                hook,
                how,
                (ended ? "Run the command on its own and fix it" : "Make the command faster") + ": " + shown + hint()
                        + "\n" + end);
    }

    private Process start(HookSpec hook, String shown, Path log) {
        ProcessBuilder builder = setup.children()
                .program(hook.command())
                .directory(setup.folder().toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        try {
            return withoutInput(setup.children().start(builder));
        } catch (IOException e) {
            throw failed(
                    hook,
                    "cannot be started: " + e.getMessage(),
                    "Correct the command, or install the program: " + shown);
        }
    }

    private static Process withoutInput(Process process) {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // It has ended, or closed its input itself.
        }
        return process;
    }

    /** Refuses a hook with an unknown placeholder, such as a further port that only one of the arms has. */
    private static void checkKnown(HookSpec hook, String shown) {
        Set<String> unknown = Placeholders.in(hook.command());
        if (!unknown.isEmpty()) {
            throw failed(
                    hook,
                    "cannot run: " + String.join(" and ", unknown) + " stands for nothing there",
                    "Correct the command, or give the target such a port: " + shown);
        }
    }

    private static Failed failed(HookSpec hook, String how, String remedy) {
        return new Failed("the hook " + hook.name() + " " + how + ".\n" + remedy);
    }

    /** The hint about variables that the hook may lack, on a separate line. */
    private String hint() {
        String hint = setup.children().environment().hint();
        return hint.isEmpty() ? "" : "\n" + hint;
    }

    /** True if the log does not end with a line break. */
    private static boolean endsInLine(Path log) throws IOException {
        if (!Files.exists(log) || Files.size(log) == 0) {
            return false;
        }
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            file.seek(file.length() - 1);
            return file.read() != '\n';
        }
    }

    /** Adds a line to the log; returns the length of the file then. */
    private static long note(Path logs, String line) {
        Path log = logs.resolve(LOG);
        try {
            Files.createDirectories(logs);
            String own = (endsInLine(log) ? "\n" : "") + line + "\n";
            Files.writeString(log, own, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            return Files.size(log);
        } catch (IOException e) {
            throw new Failed("the output of hooks cannot be written: " + e + ".\nCheck the folder of the report.");
        }
    }
}
