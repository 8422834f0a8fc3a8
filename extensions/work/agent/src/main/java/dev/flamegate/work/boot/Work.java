package dev.flamegate.work.boot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts what each thread executes. Counted code calls this class, so it uses nothing that could be counted itself, and
 * no lock on the way: a thread alone writes its counters, and the agent reads them.
 */
public final class Work {
    /** Statements that were sent to a database, from outside of its driver. */
    public static final int STATEMENT = 0;

    /** Rows that were read from a result. */
    public static final int ROW = 1;

    /** Requests that were sent to other services. */
    public static final int REQUEST = 2;

    private static final int KINDS = 3;

    private static final ThreadLocal<Counters> OWN = new ThreadLocal<>();
    private static final List<Counters> ALL = new ArrayList<>();

    /** Virtual threads are many and short-lived, so they share one set; simultaneous ones may lose a count. */
    private static final Counters VIRTUAL = new Counters(null, "virtual threads");

    private static volatile int[] lengths = new int[1024];

    private Work() {}

    /** The counters of one thread. */
    public static final class Counters {
        /** The thread; {@code null} for all virtual ones. */
        public final @Nullable Thread thread;

        public final String name;

        /** Executions by class and block; {@code null} for a class that the thread has not entered. */
        public volatile int[][] blocks = new int[64][];

        /** Entries of counted methods: a thread whose number has not changed has done nothing new. */
        public long entries;

        /** Finished events of each kind. */
        public final long[] events = new long[KINDS];

        /** Exceptions by class, guarded by itself. */
        public final Map<String, long[]> thrown = new HashMap<>();

        private final int[] depths = new int[KINDS];
        private boolean busy;

        Counters(@Nullable Thread thread, String name) {
            this.thread = thread;
            this.name = name;
        }

        private int[] add(int type) {
            int[][] now = blocks;
            if (type >= now.length) {
                now = Arrays.copyOf(now, Math.max(type + 1, now.length * 2));
            }
            int[] fresh = new int[lengths[type]];
            now[type] = fresh;
            blocks = now;
            return fresh;
        }
    }

    /** Called at the entry of every counted method: the current thread's counters of a class. */
    public static int[] of(int type) {
        Counters own = OWN.get();
        if (own == null) {
            own = register();
        }
        own.entries++;
        int[][] blocks = own.blocks;
        int[] known = type < blocks.length ? blocks[type] : null;
        return known == null ? own.add(type) : known;
    }

    private static Counters register() {
        Thread thread = Thread.currentThread();
        Counters own;
        if (isVirtual(thread)) {
            own = VIRTUAL;
            synchronized (ALL) {
                if (!ALL.contains(VIRTUAL)) {
                    ALL.add(VIRTUAL);
                }
            }
        } else {
            own = new Counters(thread, thread.getName());
            synchronized (ALL) {
                ALL.add(own);
            }
        }
        OWN.set(own);
        return own;
    }

    private static boolean isVirtual(Thread thread) {
        String type = thread.getClass().getName();
        return type.equals("java.lang.VirtualThread") || type.startsWith("java.lang.ThreadBuilders$");
    }

    /** Says how many counters a class has; called before its first method runs. */
    public static synchronized void size(int type, int length) {
        int[] now = lengths;
        if (type >= now.length) {
            now = Arrays.copyOf(now, Math.max(type + 1, now.length * 2));
        }
        now[type] = length;
        lengths = now;
    }

    /** Called when an event begins; an event within another of its kind is a part of it. */
    public static void enter(int kind) {
        Counters own = OWN.get();
        if (own == null) {
            own = register();
        }
        own.depths[kind]++;
    }

    /** Called when an event ends. */
    public static void exit(int kind, boolean counts) {
        Counters own = OWN.get();
        if (own != null && --own.depths[kind] == 0 && counts) {
            own.events[kind]++;
        }
    }

    /** Called when an exception was constructed. */
    public static void thrown(Throwable exception) {
        Counters own = OWN.get();
        if (own == null || own.busy) {
            return; // a thread that has run no counted code yet, or one that is here already
        }
        own.busy = true;
        try {
            synchronized (own.thrown) {
                String type = exception.getClass().getName();
                long[] count = own.thrown.get(type);
                if (count == null) {
                    own.thrown.put(type, new long[] {1});
                } else {
                    count[0]++;
                }
            }
        } catch (Throwable e) {
            // No memory left, or no stack: the exception is the application's to see, and this one nobody's.
        } finally {
            own.busy = false;
        }
    }

    /** The counters of all threads that have run counted code, in the order of their first. */
    public static Counters[] all() {
        synchronized (ALL) {
            return ALL.toArray(new Counters[0]);
        }
    }

    /** Forgets a thread that has ended, after its last counts were read. */
    public static void forget(Counters ended) {
        synchronized (ALL) {
            ALL.remove(ended);
        }
    }
}
