package dev.flamegate.collect.receiver;

import dev.flamegate.collect.jfr.Recordings;
import dev.flamegate.model.Warning;
import dev.flamegate.model.message.ProfileNotice;
import dev.flamegate.profile.format.SampleType;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
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
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** Keeps the parts of pushes in files, inflated, and reads pushes one after the other in a separate thread. */
final class PushQueue implements AutoCloseable {
    private static final int LONGEST = 256;
    private static final int MOST_WARNINGS = 20;
    private static final int GZIP_FIRST = 0x1f;
    private static final int GZIP_SECOND = 0x8b;

    /** Bytes of all pushes that wait, as they lie on the disk. */
    private static final long MOST_WAITING = 1L << 30;

    /** Bytes of a part that is read as a whole. */
    private static final long MOST_IN_MEMORY = 32 << 20;

    private final Recordings recordings;
    private final Path folder;
    private final long mostBytes;
    private final ThreadPoolExecutor reader;
    private final List<Warning> warnings = new ArrayList<>();
    private final AtomicLong waiting = new AtomicLong();

    /**
     * A queue of pushes whose parts are kept in a folder.
     *
     * @param mostBytes of one part after inflating
     */
    PushQueue(Recordings recordings, Path folder, long mostBytes) {
        this.recordings = recordings;
        this.folder = folder;
        this.mostBytes = mostBytes;
        reader = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(LONGEST), task -> {
            Thread thread = new Thread(task, "flamegate-profile-reader");
            thread.setDaemon(true);
            return thread;
        });
    }

    Recordings recordings() {
        return recordings;
    }

    /** Queues a push, which now owns its files; false when too many, or too large ones, are waiting already. */
    boolean offer(Push push) throws IOException {
        long bytes = push.bytes();
        if (waiting.addAndGet(bytes) > MOST_WAITING) {
            waiting.addAndGet(-bytes);
            return false;
        }
        try {
            reader.execute(() -> {
                try {
                    read(push);
                } finally {
                    waiting.addAndGet(-bytes);
                }
            });
            return true;
        } catch (RejectedExecutionException e) {
            waiting.addAndGet(-bytes);
            return false;
        }
    }

    private static byte[] whole(Path file) throws IOException {
        if (Files.size(file) > MOST_IN_MEMORY) {
            throw new IOException("a part of it has more than " + (MOST_IN_MEMORY >> 20) + " MiB");
        }
        return Files.readAllBytes(file);
    }

    private void read(Push push) {
        try {
            Path labels = push.labels();
            if (push.otlp()) {
                recordings.addOtlp(whole(push.recording())).forEach(this::ignored);
            } else {
                recordings.add(push.recording(), labels == null ? null : whole(labels));
            }
        } catch (OutOfMemoryError e) {
            warn(
                    ProfileNotice.PROFILE_UNREADABLE,
                    "A push of the profiler was skipped: it is too large for the memory");
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
        long bytes() throws IOException {
            return Files.size(recording) + (labels == null ? 0 : Files.size(labels));
        }

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

    /**
     * Writes a part to a new file; gzip is recognized by its first bytes, as the agent may not use it.
     *
     * @throws TooLarge when it is larger than any push of the agent
     */
    Path spool(InputStream part, String suffix) throws IOException {
        Path file = Files.createTempFile(folder, "push-", suffix);
        boolean whole = false;
        try (OutputStream out = Files.newOutputStream(file)) {
            copy(inflated(part), out);
            whole = true;
            return file;
        } finally {
            if (!whole) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static InputStream inflated(InputStream part) throws IOException {
        PushbackInputStream in = new PushbackInputStream(part, 2);
        byte[] first = in.readNBytes(2);
        in.unread(first);
        boolean gzip = first.length == 2 && (first[0] & 0xff) == GZIP_FIRST && (first[1] & 0xff) == GZIP_SECOND;
        return gzip ? new GZIPInputStream(in, 1 << 14) : in;
    }

    private void copy(InputStream in, OutputStream out) throws IOException {
        byte[] buffer = new byte[1 << 14];
        long total = 0;
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            total += count;
            if (total > mostBytes) {
                throw new TooLarge("a part of a push is larger than " + (mostBytes >> 20) + " MiB");
            }
            out.write(buffer, 0, count);
        }
    }

    /** A body, or what it inflates to, exceeds its limit. */
    static final class TooLarge extends IOException {
        private static final long serialVersionUID = 1;

        TooLarge(String message) {
            super(message);
        }
    }
}
