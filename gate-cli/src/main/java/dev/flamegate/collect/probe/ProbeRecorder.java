package dev.flamegate.collect.probe;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.EventRecorder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.function.LongSupplier;

/** Records with the Flight Recorder of the target that a probe is in. */
final class ProbeRecorder implements EventRecorder {
    /** Time limit for the start: the recorder loads and changes classes when it is first used. */
    private static final Duration START = Duration.ofSeconds(30);

    private static final Duration PART = Duration.ofSeconds(10);

    /** Time limit for the whole recording: the service under test may speak as the probe. */
    private static final Duration WHOLE = Duration.ofSeconds(60);

    /** The bytes of each part but the last, as the probe sends them. */
    private static final int PART_BYTES = 256 << 10;

    /** Size limit of a recording: the probe keeps 16 MiB, and the chunk that is written last may come on top. */
    private static final long LARGEST = 64 << 20;

    private final Asked probe;
    private final LongSupplier nanoTime;

    ProbeRecorder(Asked probe) {
        this(probe, System::nanoTime);
    }

    /**
     * A recorder by another clock.
     *
     * @param nanoTime as {@link System#nanoTime}
     */
    ProbeRecorder(Asked probe, LongSupplier nanoTime) {
        this.probe = probe;
        this.nanoTime = nanoTime;
    }

    /** A request to the probe; throws {@link CollectionFailed} if the probe does not answer or cannot. */
    @FunctionalInterface
    interface Asked {
        Map<String, String> ask(String question, Duration limit);
    }

    @Override
    public void record(Map<String, String> settings) {
        StringBuilder question = new StringBuilder("record " + settings.size() + "\n");
        settings.forEach(
                (name, value) -> question.append(name).append('=').append(value).append('\n'));
        probe.ask(question.toString(), START);
    }

    @Override
    public void fetch(Path file) throws IOException {
        long size = number(probe.ask("recorded\n", START).getOrDefault("size", ""));
        if (size < 0 || size > LARGEST) {
            throw new CollectionFailed("The recording of events has " + size + " bytes, not up to 64 MiB");
        }
        long end = nanoTime.getAsLong() + WHOLE.toNanos();
        try (OutputStream out = Files.newOutputStream(file)) {
            long read = 0;
            while (read < size) {
                byte[] part = part(read, Duration.ofNanos(end - nanoTime.getAsLong()));
                if (part.length == 0 || (part.length < PART_BYTES && read + part.length < size)) {
                    throw new CollectionFailed("The recording of events is shorter than its size");
                }
                out.write(part);
                read += part.length;
            }
        }
    }

    private byte[] part(long offset, Duration left) {
        if (left.toMillis() < 1) {
            throw new CollectionFailed("The recording of events was not sent within " + WHOLE.toSeconds() + " s");
        }
        String bytes = probe.ask("events " + offset + "\n", left.compareTo(PART) < 0 ? left : PART)
                .getOrDefault("bytes", "");
        try {
            return Base64.getDecoder().decode(bytes);
        } catch (IllegalArgumentException e) {
            throw new CollectionFailed("The probe sends what is no recording", e);
        }
    }

    @Override
    public void discard() {
        probe.ask("unrecord\n", START);
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new CollectionFailed("The probe says no size of its recording", e);
        }
    }
}
