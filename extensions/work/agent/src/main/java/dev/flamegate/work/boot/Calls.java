package dev.flamegate.work.boot;

/**
 * How often each method called each other one: a table with a pair of places for each call, which are the call itself (the
 * numbers of caller and method, as {@code caller << 32 | method}, with 0 for no caller) and how many there were. Pairs stay
 * where they are until the table grows. One thread adds; another may read.
 */
public final class Calls {
    private static final int LEAST_LENGTH = 256;

    private volatile long[] table = new long[LEAST_LENGTH];
    private int pairs;

    /** Adds calls of a method by another. */
    public void add(long call, long more) {
        long[] now = table;
        int at = find(now, call);
        if (now[at] == 0) {
            if (++pairs * 4 > now.length) {
                now = grown(now);
                at = find(now, call);
            }
            now[at] = call;
            table = now;
        }
        now[at + 1] += more;
    }

    public void addAll(Calls others) {
        long[] all = others.table;
        for (int i = 0; i < all.length; i += 2) {
            if (all[i] != 0) {
                add(all[i], all[i + 1]);
            }
        }
    }

    /** The pairs of places; those of no call are 0. */
    public long[] table() {
        return table;
    }

    private static long[] grown(long[] table) {
        long[] more = new long[table.length * 2];
        for (int i = 0; i < table.length; i += 2) {
            if (table[i] != 0) {
                int at = find(more, table[i]);
                more[at] = table[i];
                more[at + 1] = table[i + 1];
            }
        }
        return more;
    }

    /** The place of a call in a table, or where it would be. */
    public static int find(long[] table, long call) {
        int at = (int) (call * 0x9E3779B97F4A7C15L >>> 40) << 1 & table.length - 1;
        while (table[at] != 0 && table[at] != call) {
            at = at + 2 & table.length - 1;
        }
        return at;
    }
}
