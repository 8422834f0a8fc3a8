package dev.flamegate.work;

import dev.flamegate.collect.AskedAgent;
import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.model.WorkCount;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The conversation with the agent that counts in one target. */
final class WorkDialogue {
    private static final Duration ANSWER = Duration.ofSeconds(20);

    /** The agent reads class files for its table. */
    private static final Duration TABLE = Duration.ofSeconds(60);

    private static final int LARGEST_TABLE = 64 << 20;

    /** A part of the table, unless it is the last one, has more bytes than this. */
    private static final int LEAST_PART = 64 << 10;

    private final AskedAgent agent;

    WorkDialogue(AskedAgent agent) {
        this.agent = agent;
    }

    /** Begins a time without requests. */
    void idle() {
        ask("idle");
    }

    /** Begins a time with requests. */
    void loaded() {
        ask("loaded");
    }

    /** Ends that time; the groups of threads that ran but serve no requests. */
    List<String> serving() {
        return Stream.of(ask("serving").getOrDefault("background", "").split(", "))
                .filter(group -> !group.isEmpty())
                .toList();
    }

    /** Ends a request before it is known which threads serve them. */
    void settled() {
        ask("settled");
    }

    /** Begins a request. */
    void begin() {
        ask("begin");
    }

    /** Begins a request right after a collection. */
    void beginCold() {
        ask("collect");
        ask("begin");
    }

    /** Ends a request that is not counted. */
    void drop() {
        ask("drop");
    }

    /**
     * Ends a request.
     *
     * @return its work, in the order of {@link Counts#KINDS} and -1 where it cannot be told; empty if something happened
     *     for the first time in it
     */
    Optional<long[]> end(int bucket) {
        String counts = ask("end " + bucket).getOrDefault("counts", "");
        if (counts.isEmpty()) {
            return Optional.empty();
        }
        try {
            long[] all = Stream.of(counts.split(" ")).mapToLong(Long::parseLong).toArray();
            if (all.length == Counts.KINDS.size() && isWork(all)) {
                return Optional.of(all);
            }
        } catch (NumberFormatException e) {
            // Told below, as any other answer that is none.
        }
        throw new CollectionFailed("The agent that counts work answers `" + counts + "`, which is no work");
    }

    /** True if only allocation is unknown, if anything is. */
    private static boolean isWork(long[] counts) {
        return IntStream.range(0, counts.length)
                .allMatch(i -> counts[i] >= (Counts.KINDS.get(i) == WorkCount.ALLOCATION ? -1 : 0));
    }

    /** The classes that are not counted, or only in part, with reasons. */
    List<String> uncounted() {
        return Stream.of(ask("classes").getOrDefault("failed", "").split("; "))
                .filter(failure -> !failure.isEmpty())
                .toList();
    }

    /** Everything counted, by request and method. */
    WorkTable table() {
        String said = agent.ask("work table", TABLE).getOrDefault("size", "0");
        try {
            int size = Integer.parseInt(said);
            if (size < 0 || size > LARGEST_TABLE) {
                throw new CollectionFailed("The table of counted methods has " + size + " bytes, not up to 64 MiB");
            }
            return WorkTable.read(parts(size));
        } catch (IllegalArgumentException e) {
            throw new CollectionFailed("The table of counted methods cannot be read: " + e.getMessage(), e);
        }
    }

    /** The parts of the table; a target that sends them byte by byte is not asked for days. */
    private byte[] parts(int size) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        while (bytes.size() < size) {
            byte[] part =
                    Base64.getDecoder().decode(ask("table " + bytes.size()).getOrDefault("bytes", ""));
            if (part.length < Math.min(LEAST_PART, size - bytes.size())) {
                throw new CollectionFailed("The table of counted methods is shorter than its size");
            }
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
    }

    private Map<String, String> ask(String question) {
        return agent.ask("work " + question, ANSWER);
    }
}
