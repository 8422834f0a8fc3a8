package dev.flamegate.work.agent;

import dev.flamegate.work.boot.Calls;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The work of the requests of one name, by class and block. */
final class Bucket {
    private final List<Layout> layouts = new ArrayList<>();
    private final Map<String, Map<Integer, Long>> thrown = new TreeMap<>();
    private long[] @Nullable [] blocks = new long[64][];
    private final Calls calls = new Calls();
    private long requests;

    /** The work of one request. */
    static final class Request {
        long instructions;
        long calls;
        long objects;
        /** Bytes; -1 if it cannot be told. */
        long allocated;

        /** True if a thread did a part that does not say what it allocated: a virtual one, or one that has ended. */
        boolean hidden;

        long thrown;
        final long[] events = new long[3];

        /** True if something happened for the first time, such as the loading of a class. */
        boolean fresh;
    }

    /** The sums of one class. */
    long[] blocks(Layout layout) {
        if (layout.type >= blocks.length) {
            blocks = Arrays.copyOf(blocks, Math.max(layout.type + 1, blocks.length * 2));
        }
        long[] sums = blocks[layout.type];
        if (sums == null) {
            sums = new long[layout.length()];
            blocks[layout.type] = sums;
            layouts.add(layout);
        }
        return sums;
    }

    /** Adds exceptions of a class, constructed by a method of this number. */
    void thrown(String type, int method, long more) {
        thrown.computeIfAbsent(type, key -> new TreeMap<>()).merge(method, more, Long::sum);
    }

    /** Adds the work of one request. */
    void add(Bucket request) {
        for (Layout layout : request.layouts) {
            long[] sums = blocks(layout);
            long[] more = request.blocks(layout);
            for (int i = 0; i < more.length; i++) {
                sums[i] += more[i];
            }
        }
        request.thrown.forEach((type, methods) -> methods.forEach((method, times) -> thrown(type, method, times)));
        calls.addAll(request.calls);
        requests++;
    }

    long requests() {
        return requests;
    }

    /** The classes of which something ran. */
    List<Layout> layouts() {
        return layouts;
    }

    Calls calls() {
        return calls;
    }

    /** Exceptions by class and by the number of the method that constructed them. */
    Map<String, Map<Integer, Long>> thrown() {
        return thrown;
    }
}
