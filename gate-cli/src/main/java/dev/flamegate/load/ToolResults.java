package dev.flamegate.load;

import dev.flamegate.load.results.ResultFile;
import dev.flamegate.load.results.ResultFormat;
import dev.flamegate.load.results.ResultRecord;
import dev.flamegate.load.results.UnreadableResults;
import dev.flamegate.model.Window;
import dev.flamegate.plan.LoadSpec.Results;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The results that a load tool writes: read while they grow to follow its progress, and as a whole for each window. */
final class ToolResults implements Closeable {
    /** Largest distance in time from this load; results of another day belong to another load. */
    private static final Duration FAR = Duration.ofHours(12);

    private final Results kind;
    private final ResultFormat format;
    private final Path file;
    private final ChildOutput output;
    private @Nullable ResultFile open;
    private @Nullable Exception unreadable;
    private long ended;
    private long failed;

    /**
     * Results that need not exist yet.
     *
     * @param results the place that the tool is given
     * @param output of the tool, for messages
     */
    ToolResults(Results kind, Path results, ChildOutput output) {
        this(kind, ResultFile.format(kind), ResultFile.format(kind).file(results), output);
    }

    private ToolResults(Results kind, ResultFormat format, Path file, ChildOutput output) {
        this.kind = kind;
        this.format = format;
        this.file = file;
        this.output = output;
    }

    static ToolResults in(Path file, Results kind, ChildOutput output) {
        return new ToolResults(kind, ResultFile.format(kind), file, output);
    }

    Path file() {
        return file;
    }

    Results kind() {
        return kind;
    }

    /** True if the tool writes its results while it runs. */
    boolean grow() {
        return format.grows();
    }

    /** The requests in the results so far. An unreadable file makes no progress; {@link #check} says why. */
    synchronized LoadProgress progress() {
        try {
            if (open == null && unreadable == null && Files.exists(file)) {
                open = ResultFile.open(file, format);
            }
            if (open != null && unreadable == null) {
                open.read(this::count);
            }
        } catch (IOException | UnreadableResults e) {
            unreadable = e;
        }
        return new LoadProgress(ended, failed, -1);
    }

    /**
     * Does nothing while the results can be read.
     *
     * @throws LoadFailed when they are not of their format
     */
    synchronized void check() {
        if (unreadable != null) {
            throw failure(unreadable);
        }
    }

    /**
     * The results of a window.
     *
     * @throws LoadFailed when the results cannot be read, or are not of this load
     */
    LoadResult of(Window window) {
        Reading reading = new Reading(window);
        try (ResultFile whole = ResultFile.open(file, ResultFile.format(kind))) {
            whole.read(reading::add);
        } catch (IOException | UnreadableResults e) {
            throw failure(e);
        }
        return reading.result();
    }

    @Override
    public synchronized void close() {
        try {
            if (open != null) {
                open.close();
            }
        } catch (IOException e) {
            // it was only read
        }
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

    private LoadFailed failure(Exception e) {
        boolean ofFormat = e instanceof UnreadableResults;
        return new LoadFailed(
                "the load tool's results cannot be read: " + (ofFormat ? e.getMessage() : e.toString()),
                "reading " + file,
                ofFormat
                        ? "correct load.results in the plan, or the tool's options"
                        : "does the command write its results to {results}?",
                output.tail());
    }

    /** One pass over the results. */
    private final class Reading {
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

        LoadResult result() {
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

        private Instant instant(long micros) {
            return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
        }
    }
}
