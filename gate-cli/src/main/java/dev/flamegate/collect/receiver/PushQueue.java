package dev.flamegate.collect.receiver;

import dev.flamegate.collect.jfr.Recordings;
import dev.flamegate.model.Warning;
import dev.flamegate.model.message.ProfileNotice;
import dev.flamegate.profile.format.SampleType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Reads pushes one after the other in a separate thread. */
final class PushQueue implements AutoCloseable {
    private static final int LONGEST = 256;
    private static final int MOST_WARNINGS = 20;

    private final Recordings recordings;
    private final ThreadPoolExecutor reader;
    private final List<Warning> warnings = new ArrayList<>();

    PushQueue(Recordings recordings) {
        this.recordings = recordings;
        reader = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(LONGEST), task -> {
            Thread thread = new Thread(task, "flamegate-profile-reader");
            thread.setDaemon(true);
            return thread;
        });
    }

    Recordings recordings() {
        return recordings;
    }

    /** Queues a push, which now owns its files; false when too many are waiting already. */
    boolean offer(Push push) {
        try {
            reader.execute(() -> read(push));
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    private void read(Push push) {
        try {
            Path labels = push.labels();
            if (push.otlp()) {
                recordings.addOtlp(Files.readAllBytes(push.recording())).forEach(this::ignored);
            } else {
                recordings.add(push.recording(), labels == null ? null : Files.readAllBytes(labels));
            }
        } catch (IOException | RuntimeException e) {
            warn(ProfileNotice.PROFILE_UNREADABLE, "A push of the profiler was skipped: " + e.getMessage());
        } finally {
            push.delete();
            synchronized (this) {
                notifyAll();
            }
        }
    }

    /** Warns once that profiles of a type are not used. */
    private synchronized void ignored(SampleType type) {
        Warning warning = new Warning(
                ProfileNotice.PROFILE_NOT_MEASURED,
                "Profiles of '" + type.type() + "' in '" + type.unit() + "' that were pushed by OTLP are ignored:"
                        + " CPU and elapsed time, allocated bytes and time at locks are measured");
        if (!warnings.contains(warning) && warnings.size() < MOST_WARNINGS) {
            warnings.add(warning);
        }
    }

    synchronized void warn(ProfileNotice kind, String message) {
        if (warnings.size() < MOST_WARNINGS) {
            warnings.add(new Warning(kind, message));
        }
    }

    synchronized List<Warning> warnings() {
        return List.copyOf(warnings);
    }

    synchronized boolean awaitEnd(Instant end, OptionalLong pid, Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (recordings.end(pid).isBefore(end)) {
            long left = (deadline - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }

    @Override
    public void close() {
        reader.shutdownNow();
    }

    /**
     * One push on disk.
     *
     * @param recording JFR or an OTLP message, inflated
     * @param labels snapshot of labels, inflated; {@code null} when none was sent
     * @param otlp whether it is an OTLP message
     */
    record Push(Path recording, @Nullable Path labels, boolean otlp) {
        void delete() {
            try {
                Files.deleteIfExists(recording);
                if (labels != null) {
                    Files.deleteIfExists(labels);
                }
            } catch (IOException e) {
                // Removed with the folder at the latest.
            }
        }
    }
}
