package dev.flamegate.work.agent;

import dev.flamegate.work.boot.Calls;
import dev.flamegate.work.boot.Counters;
import dev.flamegate.work.boot.Work;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the counters of all threads, each time what came since the last time. Threads are told apart by their names
 * without numbers: a group serves requests if it works in many of them, and by far more than without any.
 */
final class Threads {
    /** A group that executes fewer times what it does without requests serves none. */
    private static final double LEAST_TIMES = 3;

    /** A group that works in a smaller part of the requests has something else to do now and then. */
    private static final double LEAST_PART = 0.05;

    private static final int LEAST_REQUESTS = 3;

    /** Threads of the probe: one of them asks this agent, between the requests, and works for it. */
    private static final String PROBE = "flamegate-probe";

    private static final Group ASKING = new Group();

    private final CountingTransformer classes;
    private final Map<Counters, Seen> seen = new IdentityHashMap<>();
    private final Map<String, Group> groups = new HashMap<>();
    private final Allocation allocation = new Allocation();
    private boolean classified;
    private long oldestNew;
    private int known;

    Threads(CountingTransformer classes) {
        this.classes = classes;
    }

    /** The state of one thread's counters when they were last read. */
    private static final class Seen {
        final Group group;
        final long[] events;
        long[] thrown = new long[0];
        int[][] blocks = new int[0][];
        long[] calls = new long[0];
        long allocated;
        long entries;

        Seen(Group group, int kinds) {
            this.group = group;
            this.events = new long[kinds];
        }
    }

    /** Threads of one name. */
    private static final class Group {
        long idle;
        long loaded;
        int requests;
        boolean active;
        boolean serves;
    }

    /** Begins a request, before which everything has been read. */
    void begin() {
        oldestNew = new Thread().getId(); // numbers rise
        known = classes.classes();
        allocation.begin();
    }

    /**
     * Reads what came since the last time.
     *
     * @param into gets the work of threads that serve requests; {@code null} to leave it out
     * @return instructions of threads that serve requests, or of all before it is known which ones do
     */
    long read(@Nullable Bucket into, Bucket.Request request) {
        long all = 0;
        for (Counters counters : Work.all()) {
            boolean ended = counters.thread != null && !counters.thread.isAlive();
            Seen before = seen.get(counters);
            if (before == null) {
                before = first(counters, request);
            }
            long entries = counters.entries;
            boolean idle = entries == before.entries || before.group == ASKING;
            if (idle && !ended) {
                continue; // most threads, most of the time
            }
            before.entries = entries;
            boolean counts = before.group.serves || !classified;
            Bucket to = counts ? into : null;
            long instructions = blocks(counters, before, to, request);
            before.group.loaded += instructions;
            before.group.active |= instructions > 0;
            all += counts ? instructions : 0;
            calls(counters, before, to);
            events(counters, before, to, request);
            allocated(counters, before, to, request, instructions > 0);
            if (ended) {
                Work.forget(counters);
                seen.remove(counters);
            }
        }
        request.fresh |= classes.classes() > known;
        return all;
    }

    /** Begins with a thread; what one that is older than the request has allocated is not the request's. */
    private Seen first(Counters counters, Bucket.Request request) {
        Group group = counters.name.startsWith(PROBE)
                ? ASKING
                : groups.computeIfAbsent(counters.name.replaceAll("\\d+", "#"), key -> new Group());
        Seen fresh = new Seen(group, counters.events.length);
        Thread thread = counters.thread;
        if (thread != null && thread.getId() <= oldestNew) {
            fresh.allocated = Math.max(0, allocation.of(thread));
            request.fresh |= group.serves;
        }
        seen.put(counters, fresh);
        return fresh;
    }

    private long blocks(Counters counters, Seen before, @Nullable Bucket to, Bucket.Request request) {
        int[][] now = counters.blocks;
        if (before.blocks.length < now.length) {
            before.blocks = Arrays.copyOf(before.blocks, now.length);
        }
        long instructions = 0;
        for (int type = 0; type < now.length; type++) {
            int[] counts = now[type];
            if (counts == null) {
                continue;
            }
            int[] old = before.blocks[type];
            if (old == null) {
                old = new int[counts.length];
                before.blocks[type] = old;
            }
            Layout layout = null;
            long[] sums = null;
            for (int i = 0; i < counts.length; i++) {
                int count = counts[i];
                int more = count - old[i];
                if (more != 0) {
                    if (layout == null) {
                        layout = classes.layout(type);
                        sums = to == null ? null : to.blocks(layout);
                    }
                    if (old[i] == 0) {
                        layout.ran(i);
                    }
                    old[i] = count;
                    long done = (long) more * layout.instructions(i);
                    instructions += done;
                    if (sums != null) {
                        sums[i] += more;
                        request.instructions += done;
                        request.objects += (long) more * layout.objects(i);
                        request.calls += layout.isEntry(i) ? more : 0;
                    }
                }
            }
        }
        return instructions;
    }

    private static void calls(Counters counters, Seen before, @Nullable Bucket to) {
        long[] now = counters.calls.table();
        long[] old = before.calls;
        if (now.length != old.length) {
            before.calls = new long[now.length];
        }
        for (int i = 0; i < now.length; i += 2) {
            long call = now[i];
            if (call == 0) {
                continue;
            }
            int at = now.length == old.length ? i : old.length == 0 ? -1 : Calls.find(old, call);
            long count = now[i + 1];
            long more = at < 0 || old[at] != call ? count : count - old[at + 1];
            before.calls[i] = call;
            before.calls[i + 1] = count;
            if (to != null && more > 0) {
                to.calls().add(call, more);
            }
        }
    }

    private static void events(Counters counters, Seen before, @Nullable Bucket to, Bucket.Request request) {
        for (int kind = 0; kind < before.events.length; kind++) {
            long count = counters.events[kind];
            if (to != null) {
                request.events[kind] += count - before.events[kind];
            }
            before.events[kind] = count;
        }
        int kinds = counters.kinds;
        if (kinds > before.thrown.length) {
            before.thrown = Arrays.copyOf(before.thrown, kinds);
        }
        for (int i = 0; i < kinds; i++) {
            long count = counters.times[i];
            long more = count - before.thrown[i];
            before.thrown[i] = count;
            if (to != null && more > 0) {
                request.thrown += more;
                to.thrown(counters.thrown[i].getName(), counters.by[i], more);
            }
        }
    }

    private void allocated(
            Counters counters, Seen before, @Nullable Bucket to, Bucket.Request request, boolean worked) {
        long bytes = counters.thread == null ? Allocation.UNKNOWN : allocation.of(counters.thread);
        if (bytes == Allocation.UNKNOWN) {
            request.hidden |= to != null && worked;
            return;
        }
        long more = bytes - before.allocated;
        before.allocated = bytes;
        if (to == null) {
            allocation.byOthers(more);
        } else {
            request.allocated += more;
        }
    }

    /** Ends a request, of which some threads may not say what they allocated. */
    void ended(Bucket.Request request) {
        if (request.hidden) {
            request.allocated = allocation.ofRequest();
        }
    }

    /** Ends the time without requests. */
    void idled() {
        for (Group group : groups.values()) {
            group.idle = group.loaded;
            group.loaded = 0;
            group.active = false;
        }
    }

    /** Begins the time without requests. */
    void idles() {
        for (Group group : groups.values()) {
            group.loaded = 0;
        }
    }

    /** Ends a request of the time before it is known which groups serve them. */
    void settled() {
        for (Group group : groups.values()) {
            group.requests += group.active ? 1 : 0;
            group.active = false;
        }
    }

    /**
     * Decides which groups serve requests.
     *
     * @param requests how many there were
     * @param idleNanos how long the groups were looked at without requests
     * @param loadedNanos how long with requests
     * @return the names of those that serve none, though they ran
     */
    List<String> classify(int requests, long idleNanos, long loadedNanos) {
        List<String> background = new ArrayList<>();
        classified = true;
        for (Map.Entry<String, Group> one : groups.entrySet()) {
            Group group = one.getValue();
            double expected = idleNanos == 0 ? 0 : (double) group.idle / idleNanos * loadedNanos;
            group.serves = group.loaded > LEAST_TIMES * expected
                    && group.requests >= LEAST_REQUESTS
                    && group.requests >= LEAST_PART * requests;
            if (!group.serves && group.idle + group.loaded > 0) {
                background.add(one.getKey());
            }
        }
        return background;
    }
}
