package dev.flamegate.probe;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GcInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/**
 * Garbage collections: time, count and pauses of those that stop the application, and separately time and count of the
 * others; the heap after the last one; and allocation as seen from the heap: what was in use before each collection
 * minus what the previous one had left, plus what came since.
 *
 * <p>That figure includes whole allocation buffers, used up or not, and misses what a collector frees without a
 * notification (G1's concurrent cycle before JDK 20): a few per cent either way. It is left out for collectors that
 * free memory while the application allocates, where it would mean nothing.
 */
final class Collectors implements NotificationListener {
    private static final int PATIENCE_MILLIS = 20;

    private final List<GarbageCollectorMXBean> beans = ManagementFactory.getGarbageCollectorMXBeans();
    private final Set<String> heapPools = new HashSet<>();
    private final boolean accountable;
    private long notified;
    private long longestPause;
    private long allocated;
    private long afterLast;
    private boolean collected;
    private long countAtStart;

    Collectors() {
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getType() == MemoryType.HEAP) {
                heapPools.add(pool.getName());
            }
        }
        boolean stopping = true;
        for (GarbageCollectorMXBean bean : beans) {
            stopping &= stops(bean.getName());
        }
        accountable = stopping && !names().contains("ZGC") && !names().contains("Shenandoah");
    }

    /** Names of the collectors, which show which garbage collector is in use. */
    static String names() {
        StringBuilder names = new StringBuilder();
        for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
            names.append(names.length() == 0 ? "" : ", ").append(bean.getName());
        }
        return names.toString();
    }

    /** True if the application stands still during the time that a collector's bean reports. */
    static boolean stops(String collector) {
        return !collector.endsWith(" Cycles") && !collector.equals("ConcurrentMarkSweep");
    }

    synchronized void listen() {
        for (GarbageCollectorMXBean bean : beans) {
            countAtStart += Math.max(0, bean.getCollectionCount());
            if (bean instanceof NotificationEmitter) {
                ((NotificationEmitter) bean).addNotificationListener(this, null, null);
            }
        }
    }

    @Override
    public void handleNotification(Notification notification, Object handback) {
        try {
            if (GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION.equals(notification.getType())) {
                note(GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData()));
            }
        } catch (RuntimeException e) {
            // An unknown form of notification; it must not keep the application's own listeners from their turn.
        }
    }

    private synchronized void note(GarbageCollectionNotificationInfo info) {
        GcInfo collection = info.getGcInfo();
        notified++;
        if (stops(info.getGcName())) {
            longestPause = Math.max(longestPause, collection.getDuration());
        }
        long before = heap(collection.getMemoryUsageBeforeGc());
        long after = heap(collection.getMemoryUsageAfterGc());
        if (after > 0) { // a bean that only reports pauses knows nothing about memory
            allocated += Math.max(0, before - afterLast);
            afterLast = after;
            collected = true;
        }
    }

    private long heap(Map<String, MemoryUsage> pools) {
        long used = 0;
        for (Map.Entry<String, MemoryUsage> pool : pools.entrySet()) {
            used += heapPools.contains(pool.getKey()) ? pool.getValue().getUsed() : 0;
        }
        return used;
    }

    void read(Values values) {
        long[] stopping = new long[2];
        long[] concurrent = new long[2];
        for (GarbageCollectorMXBean bean : beans) {
            long[] sums = stops(bean.getName()) ? stopping : concurrent;
            sums[0] += Math.max(0, bean.getCollectionTime());
            sums[1] += Math.max(0, bean.getCollectionCount());
        }
        values.put("gc.time.ms", stopping[0]);
        values.put("gc.count", stopping[1]);
        values.put("gc.concurrent.time.ms", concurrent[0]);
        values.put("gc.concurrent.count", concurrent[1]);
        readHeap(values, stopping[1] + concurrent[1]);
    }

    private void readHeap(Values values, long collections) {
        boolean complete = awaitNotice(collections);
        long used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        values.put("heap.used", used);
        synchronized (this) {
            values.put("gc.pause.max.ms", longestPause);
            longestPause = 0;
            if (collected) {
                values.put("heap.after-gc", afterLast);
            }
            if (accountable && complete) {
                values.put("alloc.heap.bytes", allocated + Math.max(0, used - afterLast));
            }
        }
    }

    /** Waits for notifications, which come a moment after the collection; whether all have come in time. */
    private boolean awaitNotice(long collections) {
        for (int i = 0; i < PATIENCE_MILLIS; i++) {
            synchronized (this) {
                if (countAtStart + notified >= collections) {
                    return true;
                }
            }
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                return false;
            }
        }
        return false;
    }
}
