package dev.flamegate.probe.boot;

import java.util.concurrent.atomic.LongAdder;

/** Counts calls, by the number of their counter. Calls while nothing is counted are ignored. */
public final class Calls {
    private static volatile LongAdder[] counters = {};

    private Calls() {}

    /** Called at the entry of every method that is counted. */
    public static void hit(int counter) {
        LongAdder[] now = counters;
        if (counter < now.length) {
            now[counter].increment();
        }
    }

    /** Begins with this many counters, all at 0; none ends the counting. */
    public static void begin(int number) {
        LongAdder[] fresh = new LongAdder[number];
        for (int i = 0; i < number; i++) {
            fresh[i] = new LongAdder();
        }
        counters = fresh;
    }

    public static long[] read() {
        LongAdder[] now = counters;
        long[] counts = new long[now.length];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = now[i].sum();
        }
        return counts;
    }
}
