package dev.flamegate.work.agent;

import dev.flamegate.work.boot.Calls;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The work of the requests of one name, by class and block. */
final class Bucket {
    private final List<Layout> layouts = new ArrayList<>();
    private final Map<String, Long> thrown = new HashMap<>();
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

    void thrown(String type, long more) {
        Long before = thrown.get(type);
        thrown.put(type, (before == null ? 0 : before) + more);
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
        for (Map.Entry<String, Long> exception : request.thrown.entrySet()) {
            thrown(exception.getKey(), exception.getValue());
        }
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

    Map<String, Long> thrown() {
        return thrown;
    }
}
