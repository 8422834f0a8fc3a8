package dev.flamegate.work.agent;

import dev.flamegate.work.boot.Work;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Answers the gate. It says first {@code idle} and {@code loaded}, which begin a time without requests and one with them,
 * then {@code settled} after each request, and asks for {@code serving}, which decides by all this which threads serve
 * requests. Then it says {@code begin} before each request and {@code end BUCKET} after it, whose answer is empty if
 * something happened for the first time in it, or {@code drop} for one that is not to be counted; {@code collect} forces a collection before a request; and at last it asks for
 * {@code classes}, and for the {@code table} and its parts.
 */
final class Questions implements Function<String, Map<String, String>> {
    private static final int PART_BYTES = 256 << 10;
    private static final int MOST_BUCKETS = 1_000;

    /** The work of a request has ended when nothing was executed in two looks this far apart. */
    private static final long QUIET_NANOS = 300_000;

    private static final int QUIET_LOOKS = 2;

    /** The part of the requests that may be left out because something happened for the first time in them. */
    private static final double MOST_DROPPED = 0.2;

    private static final int FIRST = 50;
    private static final long LONGEST_NANOS = 500_000_000;

    private final CountingTransformer classes;
    private final Map<String, String> problems;
    private final Threads threads;
    private final List<Bucket> buckets = new ArrayList<>();
    private byte[] table = new byte[0];
    private int settled;
    private int dropped;
    private long idleSince;
    private long loadedSince;

    Questions(CountingTransformer classes, Map<String, String> problems) {
        this.classes = classes;
        this.problems = problems;
        this.threads = new Threads(classes);
    }

    @Override
    public Map<String, String> apply(String question) {
        try {
            String[] words = question.split(" ", -1);
            switch (words[0]) {
                case "idle":
                    threads.read(null, new Bucket.Request());
                    threads.idles();
                    idleSince = System.nanoTime();
                    return Collections.emptyMap();
                case "loaded":
                    threads.read(null, new Bucket.Request());
                    threads.idled();
                    loadedSince = System.nanoTime();
                    return Collections.emptyMap();
                case "settled":
                    await(null, new Bucket.Request());
                    threads.settled();
                    settled++;
                    return Collections.emptyMap();
                case "serving":
                    Work.follow();
                    return Collections.singletonMap(
                            "background",
                            String.join(
                                    ", ",
                                    threads.classify(
                                            settled, loadedSince - idleSince, System.nanoTime() - loadedSince)));
                case "begin":
                    threads.read(null, new Bucket.Request());
                    threads.begin();
                    return Collections.emptyMap();
                case "collect":
                    System.gc();
                    return Collections.emptyMap();
                case "drop":
                    await(null, new Bucket.Request());
                    return Collections.emptyMap();
                case "end":
                    return end(Integer.parseInt(words[1]));
                case "classes":
                    return classes();
                case "table":
                    return words.length == 1 ? table() : part(Integer.parseInt(words[1]));
                default:
                    return problem("an unknown question: " + words[0]);
            }
        } catch (Throwable e) {
            return problem(String.valueOf(e));
        }
    }

    private Map<String, String> end(int position) {
        if (position < 0 || position >= MOST_BUCKETS) {
            return problem("no bucket: " + position);
        }
        while (buckets.size() <= position) {
            buckets.add(new Bucket());
        }
        Bucket bucket = buckets.get(position);
        Bucket work = new Bucket();
        Bucket.Request request = new Bucket.Request();
        await(work, request);
        threads.ended(request);
        if (request.allocated < 0) {
            problems.put(
                    "allocation", "threads end with their request, and this JDK does not tell what they allocated");
        }
        if (request.fresh && dropped <= MOST_DROPPED * (dropped + bucket.requests() + FIRST)) {
            dropped++;
            return Collections.emptyMap();
        }
        bucket.add(work);
        StringBuilder values = new StringBuilder();
        for (long value : Arrays.asList(
                request.instructions,
                request.calls,
                request.objects,
                request.allocated,
                request.thrown,
                request.events[0],
                request.events[1],
                request.events[2])) {
            values.append(values.length() == 0 ? "" : " ").append(value);
        }
        return Collections.singletonMap("counts", values.toString());
    }

    /** Reads until nothing more is executed: a response may be sent before its work is done. */
    private void await(@Nullable Bucket bucket, Bucket.Request request) {
        long deadline = System.nanoTime() + LONGEST_NANOS;
        int quiet = 0;
        while (quiet < QUIET_LOOKS && System.nanoTime() < deadline) {
            LockSupport.parkNanos(QUIET_NANOS);
            quiet = threads.read(bucket, request) == 0 ? quiet + 1 : 0;
        }
    }

    private Map<String, String> classes() {
        Map<String, String> answer = new HashMap<>();
        answer.put("classes", Integer.toString(classes.classes()));
        StringBuilder failed = new StringBuilder();
        Map<String, String> all = new HashMap<>(problems);
        all.putAll(classes.failures());
        for (Map.Entry<String, String> failure : all.entrySet()) {
            if (failed.length() < PART_BYTES) {
                failed.append(failed.length() == 0 ? "" : "; ")
                        .append(failure.getKey())
                        .append(": ")
                        .append(failure.getValue());
            }
        }
        answer.put("failed", failed.toString());
        answer.put("failures", Integer.toString(all.size()));
        return answer;
    }

    private Map<String, String> table() throws IOException {
        table = WorkTable.of(classes, buckets);
        return Collections.singletonMap("size", Integer.toString(table.length));
    }

    private Map<String, String> part(int offset) {
        int from = Math.max(0, Math.min(offset, table.length));
        byte[] part = Arrays.copyOfRange(table, from, Math.min(table.length, from + PART_BYTES));
        return Collections.singletonMap("bytes", Base64.getEncoder().encodeToString(part));
    }

    private static Map<String, String> problem(String text) {
        return Collections.singletonMap("problem", text);
    }
}
