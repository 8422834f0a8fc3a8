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

    static final int KINDS = 3;

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

    static int length(int type) {
        return lengths[type];
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
