package dev.flamegate.work.boot;

import org.jspecify.annotations.Nullable;

/** What one thread has executed: the thread alone writes, and the agent reads. */
public final class Counters {
    /** The thread; {@code null} for all virtual ones. */
    public final @Nullable Thread thread;

    public final String name;

    /** Executions by class and block; {@code null} for a class that the thread has not entered. */
    public volatile int[][] blocks = new int[64][];

    /** Entries of counted methods: a thread whose number has not changed has done nothing new. */
    public long entries;

    /** Finished events of each kind. */
    public final long[] events = new long[Work.KINDS];

    /** Classes of exceptions, the first {@link #kinds}: each once for every method that constructs it. */
    public Class<?>[] thrown = new Class<?>[8];

    /** Numbers of the methods that construct them; 0 where none is counted. */
    public int[] by = new int[8];

    /** How often each does. */
    public long[] times = new long[8];

    /** How many classes and methods there are, written last; none ever moves. */
    public volatile int kinds;

    /** Number of the counted method that runs; 0 for none. */
    public int current;

    /** Number of the method that ran before the last entry. */
    public int caller;

    /** Calls of its methods. */
    public final Calls calls = new Calls();

    final int[] depths = new int[Work.KINDS];
    boolean busy;

    Counters(@Nullable Thread thread, String name) {
        this.thread = thread;
        this.name = name;
    }

    /** Counts a call of a method by the one that runs, and runs the method from now on. */
    void called(int method) {
        caller = current;
        current = method;
        calls.add((long) caller << 32 | method, 1);
    }

    /** The executions of a class's blocks, called at the entry of each of its methods. */
    public int[] of(int type) {
        int[][] now = blocks;
        int[] known = type < now.length ? now[type] : null;
        return known == null ? add(type) : known;
    }

    private int[] add(int type) {
        int[][] now = blocks;
        if (type >= now.length) {
            int[][] more = new int[type < now.length * 2 ? now.length * 2 : type + 1][];
            System.arraycopy(now, 0, more, 0, now.length);
            now = more;
        }
        int[] fresh = new int[Work.length(type)];
        now[type] = fresh;
        blocks = now;
        return fresh;
    }

    void thrown(Class<?> type) {
        int of = kinds;
        for (int i = 0; i < of; i++) {
            if (thrown[i] == type && by[i] == current) {
                times[i]++;
                return;
            }
        }
        if (of == times.length) {
            Class<?>[] types = new Class<?>[of * 2];
            int[] methods = new int[of * 2];
            long[] counts = new long[of * 2];
            System.arraycopy(thrown, 0, types, 0, of);
            System.arraycopy(by, 0, methods, 0, of);
            System.arraycopy(times, 0, counts, 0, of);
            thrown = types;
            by = methods;
            times = counts;
        }
        thrown[of] = type;
        by[of] = current;
        times[of] = 1;
        kinds = of + 1;
    }
}
