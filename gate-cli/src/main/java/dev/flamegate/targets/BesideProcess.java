package dev.flamegate.targets;

import dev.flamegate.format.Numbers;
import dev.flamegate.os.Children;
import dev.flamegate.os.ProcessTree;
import dev.flamegate.os.Program;
import dev.flamegate.plan.BesideSpec;
import dev.flamegate.plan.TargetSpec.Subject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A program on this machine next to the target. Closing it ends it and deletes its folder. */
public final class BesideProcess extends Beside {
    private static final String HOST = "127.0.0.1";

    private final Path folder;
    private final Path log;
    private final Children children;
    private final Process process;
    private final @Nullable WorkFolder work;
    private volatile double seen;

    private BesideProcess(
            BesideSpec spec, int port, Place place, Children children, Process process, @Nullable WorkFolder work) {
        super(spec, HOST, port, place.cpus(), place.log(), System.nanoTime());
        this.folder = place.folder();
        this.log = place.log();
        this.children = children;
        this.process = process;
        this.work = work;
    }

    /**
     * The place and the limits of a program.
     *
     * @param folder that the plan's paths are relative to, and the process's own
     * @param log file for its output, replaced
     * @param prefix put before its command, such as one that pins it to CPUs
     * @param cpus CPUs it may use, above 0
     */
    public record Place(Path folder, Path log, List<String> prefix, double cpus) {
        public Place {
            prefix = List.copyOf(prefix);
        }
    }

    /**
     * Starts the program, which need not be ready when this returns.
     *
     * @param spec of a jar or a command, every placeholder filled in
     * @param port that it listens on
     * @param work its own folder, which is deleted when it is closed; {@code null} for none
     * @throws TargetFailed when it cannot be started
     */
    public static Beside start(BesideSpec spec, int port, Place place, Children children, @Nullable WorkFolder work) {
        List<String> command = new ArrayList<>(place.prefix());
        if (spec.subject() instanceof Subject.Jar jar) {
            command.addAll(List.of(
                    ProcessTarget.java(ProcessTarget.javaHome()),
                    "-jar",
                    place.folder().resolve(jar.path()).toString()));
        }
        command.addAll(spec.words());
        ProcessBuilder builder = children.program(command)
                .directory(place.folder().toFile())
                .redirectErrorStream(true)
                .redirectOutput(place.log().toFile());
        builder.environment().putAll(spec.environment());
        try {
            Process process = children.start(builder);
            return new BesideProcess(spec, port, place, children, process, work);
        } catch (IOException e) {
            throw new TargetFailed("beside: " + spec.name() + " cannot be started: " + e.getMessage(), e);
        }
    }

    @Override
    protected boolean answers() throws InterruptedException {
        List<String> command = spec().ready().command();
        try {
            return Program.of(command)
                    .in(folder)
                    .withOnly(children.environment().variables())
                    .with(spec().environment())
                    .joiningErrors()
                    .within(spec().ready().within())
                    .run()
                    .isOk();
        } catch (IOException e) {
            throw new TargetFailed(
                    "beside: " + name() + ": ready: command: " + command.get(0) + " cannot be started: "
                            + e.getMessage(),
                    e);
        }
    }

    @Override
    public void checkAlive() {
        if (!process.isAlive()) {
            throw new TargetFailed(who() + " ended with exit code " + process.exitValue() + " after "
                    + Numbers.duration(age()) + ".\n" + LogTail.of(log));
        }
    }

    @Override
    public double cpuSeconds() {
        seen = Math.max(seen, ProcessTree.cpuSeconds(process.toHandle()).orElse(0));
        return seen;
    }

    @Override
    public void close() {
        children.end(process);
        if (work != null) {
            work.close();
        }
    }
}
