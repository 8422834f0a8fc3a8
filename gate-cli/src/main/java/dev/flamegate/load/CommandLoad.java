package dev.flamegate.load;

import dev.flamegate.load.results.ResultFile;
import dev.flamegate.load.results.ResultFormat;
import dev.flamegate.load.results.ResultRecord;
import dev.flamegate.load.results.UnreadableResults;
import dev.flamegate.model.LoadQuality;
import dev.flamegate.model.SeriesPoint;
import dev.flamegate.model.Window;
import dev.flamegate.os.Children;
import dev.flamegate.plan.LoadSpec.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** One start of a load tool. It is started by {@link #go} and ended by a signal; it knows neither warm-up nor pause. */
public final class CommandLoad implements Load {
    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration STOPPED_WITHIN = Duration.ofSeconds(10);

    /** Results of another day are not those of this load. */
    private static final Duration FAR = Duration.ofHours(12);

    private final Tool tool;
    private final @Nullable Seen seen;
    private @Nullable ChildProcess child;
    private @Nullable Instant started;
    private boolean stopped;

    /**
     * The command, and where it runs.
     *
     * @param shown for messages, without the values of the plan's properties, which may be secret
     */
    record Tool(List<String> line, String shown, Path folder, Children children, ChildOutput output) {}

    /** The results that the tool writes, and how much of them was read to follow its progress. */
    static final class Seen {
        private final ResultFormat format;
        private final Results kind;
        private final Path file;
        private @Nullable ResultFile open;
        private long ended;
        private long failed;

        Seen(Results kind, Path results) {
            this.kind = kind;
            this.format = ResultFile.format(kind);
            this.file = format.file(results);
        }

        /** A file that cannot be read makes no progress here; reading the result reports why. */
        private synchronized LoadProgress progress() {
            try {
                if (open == null && Files.exists(file)) {
                    open = ResultFile.open(file, format);
                }
                if (open != null) {
                    open.read(this::count);
                }
            } catch (IOException | UnreadableResults e) {
                // as described
            }
            return new LoadProgress(ended, failed, -1);
        }

        private void count(ResultRecord record) {
            if (record instanceof ResultRecord.Request request) {
                ended++;
                failed += request.ok() ? 0 : 1;
            } else if (record instanceof ResultRecord.Interval interval) {
                ended += interval.ok() + interval.failed();
                failed += interval.failed();
            }
        }

        private synchronized void close() {
            try {
                if (open != null) {
                    open.close();
                }
            } catch (IOException e) {
                // it was only read
            }
        }
    }

    /** Prepares a load; {@code seen} is {@code null} where the tool writes no results. */
    CommandLoad(Tool tool, @Nullable Seen seen) {
        this.tool = tool;
        this.seen = seen;
    }

    /** Nothing holds a tool back, so it is started when its load begins. */
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
        if (seen == null || !seen.format.grows()) {
            return;
        }
        long deadline = System.nanoTime() + limit.toNanos();
        while (progress().ended() == 0) {
            check();
            if (System.nanoTime() - deadline > 0) {
                throw new LoadFailed(
                        "the load tool has noted no request after " + limit.toSeconds() + " s",
                        "reading " + seen.file + (Files.exists(seen.file) ? "" : ", which does not exist"),
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

    /** Its rate is its own, and it writes its results in lumps. */
    @Override
    public boolean isCounted() {
        return false;
    }

    /** Not known. */
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

    /** What it may lack, on a line of its own. */
    private String hint() {
        String hint = tool.children().environment().hint();
        return hint.isEmpty() ? "" : ".\n  " + hint;
    }

    /** A tool that is asked to end writes what it still holds back. */
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
    public LoadResult result(Window window) {
        Instant begun = started == null ? window.start() : started;
        if (seen == null) {
            return new LoadResult(
                    window, begun, false, List.of(), LoadQuality.UNKNOWN, seconds(begun, window), List.of(), List.of());
        }
        Reading reading = new Reading(window);
        try (ResultFile file = ResultFile.open(seen.file, ResultFile.format(seen.kind))) {
            file.read(reading::add);
        } catch (IOException | UnreadableResults e) {
            throw unreadable(seen, e);
        }
        return reading.result(seen.file, tool.output());
    }

    private LoadFailed unreadable(Seen from, Exception e) {
        boolean format = e instanceof UnreadableResults;
        return new LoadFailed(
                "the load tool's results cannot be read: " + (format ? e.getMessage() : e.toString()),
                "reading " + from.file,
                format
                        ? "correct load.results in the plan, or the tool's options"
                        : "does the command write its results to {results}?",
                tool.output().tail());
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

    /** Seconds in which the generator saw nothing. */
    private static List<SeriesPoint> seconds(Instant from, Window window) {
        double nothing = Double.NaN;
        return LongStream.rangeClosed(1, Duration.between(from, window.end()).toSeconds())
                .mapToObj(second ->
                        new SeriesPoint(second, nothing, nothing, nothing, nothing, nothing, nothing, nothing))
                .toList();
    }

    /** One pass over the results. */
    private static final class Reading {
        private final Window window;
        private final WindowTally inWindow;
        private final SecondsTally seconds = new SecondsTally();
        private long first = Long.MAX_VALUE;
        private long last = Long.MIN_VALUE;

        Reading(Window window) {
            this.window = window;
            this.inWindow = new WindowTally(window, null);
        }

        void add(ResultRecord record) {
            if (last == Long.MIN_VALUE) {
                seconds.begin(record.startMicros() / 1000);
            }
            first = Math.min(first, record.startMicros());
            last = Math.max(last, record.endMicros());
            if (record instanceof ResultRecord.Request request) {
                inWindow.request(
                        request.name(), request.startMicros(), request.endMicros(), request.ok(), request.message());
                seconds.request(request.startMicros(), request.endMicros(), request.ok());
            } else if (record instanceof ResultRecord.Interval interval) {
                inWindow.interval(interval);
                seconds.interval(interval);
            }
        }

        LoadResult result(Path file, ChildOutput output) {
            if (last == Long.MIN_VALUE) {
                throw new LoadFailed(
                        "the load tool noted no request",
                        "reading " + file,
                        "run the command on its own: does it send requests, and is load.results the format it writes?",
                        output.tail());
            }
            Instant from = instant(first);
            if (from.isAfter(window.end().plus(FAR))
                    || instant(last).isBefore(window.start().minus(FAR))) {
                throw new LoadFailed(
                        "the results are not of this load: they go from " + from + " to " + instant(last),
                        "reading " + file + " for requests from " + window.start() + " to " + window.end(),
                        "let the tool note times since 1970 in UTC, in the unit of its format",
                        output.tail());
            }
            return new LoadResult(
                    window,
                    seconds.start(),
                    true,
                    inWindow.requests(),
                    inWindow.quality(),
                    seconds.series(),
                    inWindow.failures(),
                    List.of());
        }

        private static Instant instant(long micros) {
            return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
        }
    }
}
