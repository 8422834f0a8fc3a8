package dev.flamegate.work.boot;

import org.jspecify.annotations.Nullable;

/**
 * Counts what each thread executes. Counted code calls this class, that of the JDK too, so it uses nothing that could be
 * counted itself (see the agent's {@code JdkClasses}), and no lock on the way: a thread alone writes its counters, and
 * the agent reads them.
 */
public final class Work {
    /** Statements that were sent to a database, from outside of its driver. */
    public static final int STATEMENT = 0;

    /** Rows that were read from a result. */
    public static final int ROW = 1;

    /** Requests that were sent to other services. */
    public static final int REQUEST = 2;

    private static final int KINDS = 3;
    private static final int LEAST_CALLS = 256;

    private static final ThreadLocal<Counters> OWN = new ThreadLocal<>();
    private static final Object LOCK = new Object();

    /** What virtual threads are; {@code null} before JDK 19. */
    private static final @Nullable Class<?> VIRTUAL_TYPE = virtual();

    /** Virtual threads are many and short-lived, so they share one set; simultaneous ones may lose a count. */
    private static final Counters VIRTUAL = new Counters(null, "virtual threads");

    /** True once calls are counted; before that, while the target starts, they would only take time. */
    private static volatile boolean follows;

    private static Counters[] all = new Counters[64];
    private static int number;
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

        /** Classes of exceptions, the first {@link #kinds}. */
        public Class<?>[] thrown = new Class<?>[8];

        /** Exceptions of each class. */
        public long[] times = new long[8];

        /** Classes of exceptions that there are, written last. */
        public volatile int kinds;

        /** Number of the counted method that runs; 0 for none. */
        public int current;

        /** Number of the method that ran before the last entry. */
        public int caller;

        /**
         * Calls: in each pair of places the numbers of caller and method, and how many there were. Pairs stay where they
         * are until the table grows; see {@link #find}.
         */
        public volatile long[] calls = new long[LEAST_CALLS];

        private int pairs;
        private final int[] depths = new int[KINDS];
        private boolean busy;

        Counters(@Nullable Thread thread, String name) {
            this.thread = thread;
            this.name = name;
        }

        /** Counts a call of a method by the one that runs. */
        private void called(int method) {
            caller = current;
            current = method;
            long call = (long) caller << 32 | method;
            long[] table = calls;
            int at = find(table, call);
            if (table[at] == 0) {
                if (++pairs * 4 > table.length) {
                    table = grown(table);
                    at = find(table, call);
                }
                table[at] = call;
                calls = table;
            }
            table[at + 1]++;
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
            int[] fresh = new int[lengths[type]];
            now[type] = fresh;
            blocks = now;
            return fresh;
        }

        private void thrown(Class<?> type) {
            int of = kinds;
            for (int i = 0; i < of; i++) {
                if (thrown[i] == type) {
                    times[i]++;
                    return;
                }
            }
            if (of == times.length) {
                Class<?>[] types = new Class<?>[of * 2];
                long[] counts = new long[of * 2];
                System.arraycopy(thrown, 0, types, 0, of);
                System.arraycopy(times, 0, counts, 0, of);
                thrown = types;
                times = counts;
            }
            thrown[of] = type;
            times[of] = 1;
            kinds = of + 1;
        }
    }

    private static @Nullable Class<?> virtual() {
        try {
            return Class.forName("java.lang.BaseVirtualThread");
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    /** Begins to count who calls whom. */
    public static void follow() {
        follows = true;
    }

    /** Called at the entry of a method of which only that is counted: the current thread's counters of its class. */
    public static int[] of(int type) {
        return entered().of(type);
    }

    /**
     * Called at the entry of every other counted method, by its number: the current thread's counters, which the method
     * tells when it ends that its caller runs again. Virtual threads share their counters, so who called is not known.
     */
    public static Counters called(int method) {
        Counters own = entered();
        if (follows && own.thread != null) {
            own.called(method);
        }
        return own;
    }

    private static Counters entered() {
        Counters own = OWN.get();
        if (own == null) {
            own = register();
        }
        own.entries++;
        return own;
    }

    /** The place of a call in a table of {@link Counters#calls}, or where it would be. */
    public static int find(long[] table, long call) {
        int at = (int) (call * 0x9E3779B97F4A7C15L >>> 40) << 1 & table.length - 1;
        while (table[at] != 0 && table[at] != call) {
            at = at + 2 & table.length - 1;
        }
        return at;
    }

    private static Counters register() {
        Thread thread = Thread.currentThread();
        Counters own;
        if (isVirtual(thread)) {
            own = VIRTUAL;
        } else {
            own = new Counters(thread, thread.getName());
        }
        OWN.set(own);
        add(own);
        return own;
    }

    private static void add(Counters own) {
        synchronized (LOCK) {
            for (int i = 0; i < number; i++) {
                if (all[i] == own) {
                    return; // of virtual threads
                }
            }
            if (number == all.length) {
                Counters[] more = new Counters[number * 2];
                System.arraycopy(all, 0, more, 0, number);
                all = more;
            }
            all[number++] = own;
        }
    }

    private static boolean isVirtual(Thread thread) {
        return VIRTUAL_TYPE != null && VIRTUAL_TYPE.isInstance(thread);
    }

    /** Says how many counters a class has; called before its first method runs. */
    public static synchronized void size(int type, int length) {
        int[] now = lengths;
        if (type >= now.length) {
            int[] more = new int[type < now.length * 2 ? now.length * 2 : type + 1];
            System.arraycopy(now, 0, more, 0, now.length);
            now = more;
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
            own.thrown(exception.getClass());
        } catch (Throwable e) {
            // No memory left, or no stack: the exception is the application's to see, and this one nobody's.
        } finally {
            own.busy = false;
        }
    }

    /** The counters of all threads that have run counted code, in the order of their first. */
    public static Counters[] all() {
        synchronized (LOCK) {
            Counters[] copy = new Counters[number];
            System.arraycopy(all, 0, copy, 0, number);
            return copy;
        }
    }

    /** Forgets a thread that has ended, after its last counts were read. */
    public static void forget(Counters ended) {
        synchronized (LOCK) {
            for (int i = 0; i < number; i++) {
                if (all[i] == ended) {
                    System.arraycopy(all, i + 1, all, i, --number - i);
                    all[number] = null;
                    return;
                }
            }
        }
    }
}
