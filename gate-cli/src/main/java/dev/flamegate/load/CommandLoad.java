package dev.flamegate.load;

import dev.flamegate.model.Window;
import dev.flamegate.os.Children;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** One start of a load tool. It is started by {@link #go} and ended by a signal; it knows neither warm-up nor pause. */
final class CommandLoad implements Load {
    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration STOPPED_WITHIN = Duration.ofSeconds(10);

    private final Tool tool;
    private final @Nullable ToolResults seen;
    private @Nullable ChildProcess child;
    private @Nullable Instant started;
    private boolean stopped;

    /**
     * A command and the place where it runs.
     *
     * @param shown for messages, without the values of the plan's properties, which may be secret
     */
    record Tool(List<String> line, String shown, Path folder, Children children, ChildOutput output) {}

    /** Prepares a load; {@code seen} is {@code null} where the tool writes no results. */
    CommandLoad(Tool tool, @Nullable ToolResults seen) {
        this.tool = tool;
        this.seen = seen;
    }

    /** Does nothing: a tool is started when its load begins, since it cannot be held back. */
    @Override
    public void awaitReady(Duration limit) {}

    @Override
    public void targetReady() {}

    @Override
    public void go() {
        try {
            Process process = tool.children()
                    .start(tool.children()
                            .program(tool.line())
                            .directory(tool.folder().toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(tool.output().file().toFile()));
            process.getOutputStream().close();
            child = new ChildProcess(process, tool.children());
            started = Instant.now();
        } catch (IOException e) {
            throw new LoadFailed(
                    "the load tool cannot be started: " + e.getMessage(),
                    "running " + tool.shown(),
                    "check that the command can be run",
                    List.of());
        }
    }

    @Override
    public void awaitBegun(Duration limit) throws InterruptedException {
        if (seen == null || !seen.grow()) {
            return;
        }
        long deadline = System.nanoTime() + limit.toNanos();
        while (seen.progress().ended() == 0) {
            check();
            seen.check();
            if (System.nanoTime() - deadline > 0) {
                throw new LoadFailed(
                        "the load tool has noted no request after " + limit.toSeconds() + " s",
                        "reading " + seen.file() + (Files.exists(seen.file()) ? "" : ", which does not exist"),
                        "run the command on its own: does it send requests, and write its results there as load.results"
                                + " says?",
                        tool.output().tail());
            }
            Thread.sleep(POLL.toMillis());
        }
    }

    @Override
    public void measuring() {}

    @Override
    public void pause() {
        throw new IllegalStateException("a load tool cannot be paused");
    }

    @Override
    public boolean isControlled() {
        return false;
    }

    /** False: a tool sets its rate itself, and writes its results in lumps. */
    @Override
    public boolean isCounted() {
        return false;
    }

    /** Zero, as the ramp-up of a tool is unknown. */
    @Override
    public Duration rampUp() {
        return Duration.ZERO;
    }

    @Override
    public OptionalDouble cpuSeconds() {
        return child == null ? OptionalDouble.empty() : child.cpuSeconds();
    }

    @Override
    public LoadProgress progress() {
        return seen == null ? LoadProgress.UNSEEN : seen.progress();
    }

    @Override
    public void check() {
        ChildProcess begun = child;
        if (!stopped && begun != null && !begun.isAlive()) {
            throw new LoadFailed(
                    "the load tool ended with status " + begun.status() + " before the measurement was over",
                    "running " + tool.shown(),
                    "let it run for {seconds}, or run the command on its own and fix it; its output is in "
                            + tool.output().file() + hint(),
                    tool.output().tail());
        }
    }

    /** The hint about variables that the tool may lack, on a separate line. */
    private String hint() {
        String hint = tool.children().environment().hint();
        return hint.isEmpty() ? "" : ".\n  " + hint;
    }

    /** Ends the tool: one that is asked to end writes the results that it still holds back. */
    @Override
    public void stop(Duration limit) throws InterruptedException {
        check();
        stopped = true;
        cpuSeconds();
        if (child != null) {
            child.end();
            child.awaitEnd(STOPPED_WITHIN);
        }
    }

    @Override
    public LoadEvidence evidence() {
        return seen == null
                ? new LoadEvidence.OfNothing(started)
                : new LoadEvidence.OfTool(
                        seen.kind(), seen.file(), tool.output().file());
    }

    @Override
    public LoadResult result(Window window) {
        return seen == null ? evidence().result(window) : seen.of(window);
    }

    @Override
    public void close() {
        stopped = true;
        if (child != null && child.isAlive()) {
            child.end();
        }
        if (seen != null) {
            seen.close();
        }
    }
}
