package dev.flamegate.work.agent;

import dev.flamegate.work.boot.Work;

/** Numbers of calls by the numbers of caller and method, as in {@link Work.Counters#calls}. */
final class Calls {
    private long[] table = new long[256];
    private int pairs;

    void add(long call, long more) {
        int at = Work.find(table, call);
        if (table[at] == 0) {
            if (++pairs * 4 > table.length) {
                long[] old = table;
                table = new long[old.length * 2];
                pairs = 1;
                addAll(old);
                at = Work.find(table, call);
            }
            table[at] = call;
        }
        table[at + 1] += more;
    }

    void add(Calls others) {
        addAll(others.table);
    }

    private void addAll(long[] others) {
        for (int i = 0; i < others.length; i += 2) {
            if (others[i] != 0) {
                add(others[i], others[i + 1]);
            }
        }
    }

    /** Pairs of places with a call and how many there were; 0 for none. */
    long[] table() {
        return table;
    }
}
