package dev.flamegate.work.agent;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * What threads allocate. Each of the platform's says so while it lives. Where a virtual thread did part of a request, or
 * one that has ended, the request's allocation is that of the whole virtual machine without the threads that are known to
 * do something else.
 */
final class Allocation {
    static final long UNKNOWN = -1;

    private final @Nullable ThreadMXBean threads;
    private final @Nullable Method total;
    private long totalBefore;
    private long ownBefore;
    private long ofOthers;

    Allocation() {
        java.lang.management.ThreadMXBean bean = ManagementFactory.getThreadMXBean();
        ThreadMXBean own = bean instanceof ThreadMXBean ? (ThreadMXBean) bean : null;
        threads = own != null && own.isThreadAllocatedMemorySupported() && own.isThreadAllocatedMemoryEnabled()
                ? own
                : null;
        total = threads == null ? null : total();
    }

    private static @Nullable Method total() {
        try {
            return ThreadMXBean.class.getMethod("getTotalThreadAllocatedBytes");
        } catch (NoSuchMethodException e) {
            return null; // before JDK 21, and some updates of JDK 17
        }
    }

    /** Bytes that a thread has allocated since it was started; {@link #UNKNOWN} if it has ended, or the JDK does not say. */
    long of(Thread thread) {
        return threads == null ? UNKNOWN : threads.getThreadAllocatedBytes(thread.getId());
    }

    /** Begins a request. */
    void begin() {
        ofOthers = 0;
        totalBefore = ofAll();
        ownBefore = of(Thread.currentThread());
    }

    /** Notes what a thread that serves no requests has allocated since the request began. */
    void byOthers(long bytes) {
        ofOthers += bytes;
    }

    /** Bytes allocated since the request began, by all threads but those that serve none and the one that asks. */
    long ofRequest() {
        return total == null
                ? UNKNOWN
                : Math.max(0, ofAll() - totalBefore - ofOthers - (of(Thread.currentThread()) - ownBefore));
    }

    private long ofAll() {
        try {
            return total == null ? UNKNOWN : (Long) total.invoke(threads);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
