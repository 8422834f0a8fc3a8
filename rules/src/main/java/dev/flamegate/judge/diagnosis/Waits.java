package dev.flamegate.judge.diagnosis;

import dev.flamegate.model.finding.LatencyPart;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.names.NativeNames;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The reasons for which a thread waits, recognised by its frames. */
final class Waits {
    /** HotSpot's functions that enter a monitor, and the frames that end the stacks of the JDK's own lock events. */
    private static final Pattern MONITOR = Pattern.compile("(ObjectMonitor::enter|ObjectSynchronizer::enter"
            + "|ObjectSynchronizer::fast_enter|ObjectSynchronizer::slow_enter|SharedRuntime::monitor_enter_helper"
            + "|SharedRuntime::complete_monitor_locking|Runtime1::monitorenter|InterpreterRuntime::monitorenter).*");

    private static final Set<String> LOCKS = Set.of(
            "java.util.concurrent.locks.ReentrantLock.lock",
            "java.util.concurrent.locks.ReentrantLock.tryLock",
            "java.util.concurrent.locks.ReentrantLock.lockInterruptibly",
            "java.util.concurrent.locks.ReentrantLock$Sync.lock",
            "java.util.concurrent.locks.ReentrantReadWriteLock$ReadLock.lock",
            "java.util.concurrent.locks.ReentrantReadWriteLock$WriteLock.lock",
            "java.util.concurrent.locks.StampedLock.readLock",
            "java.util.concurrent.locks.StampedLock.writeLock",
            "java.util.concurrent.locks.StampedLock.acquireRead",
            "java.util.concurrent.locks.StampedLock.acquireWrite");

    /** Methods in which callers wait until a pool gives them something. */
    private static final Set<String> BORROWS = Set.of(
            "com.zaxxer.hikari.pool.HikariPool.getConnection",
            "com.zaxxer.hikari.util.ConcurrentBag.borrow",
            "org.apache.commons.pool2.impl.GenericObjectPool.borrowObject",
            "org.apache.commons.pool2.impl.GenericKeyedObjectPool.borrowObject",
            "org.apache.commons.pool.impl.GenericObjectPool.borrowObject",
            "org.apache.tomcat.jdbc.pool.ConnectionPool.borrowConnection",
            "com.mchange.v2.resourcepool.BasicResourcePool.awaitAvailable",
            "com.mchange.v2.resourcepool.BasicResourcePool.checkoutResource",
            "com.mchange.v2.resourcepool.BasicResourcePool.prelimCheckoutResource",
            "org.apache.http.pool.AbstractConnPool.getPoolEntryBlocking",
            "org.apache.hc.core5.pool.StrictConnPool.lease",
            "java.util.concurrent.Semaphore.acquire",
            "java.util.concurrent.Semaphore.acquireUninterruptibly",
            "java.util.concurrent.Semaphore.tryAcquire");

    /** Methods in which callers wait for another thread's result, or for room in its queue. */
    private static final Set<String> RESULTS = Set.of(
            "java.util.concurrent.FutureTask.get",
            "java.util.concurrent.FutureTask.awaitDone",
            "java.util.concurrent.CompletableFuture.get",
            "java.util.concurrent.CompletableFuture.join",
            "java.util.concurrent.CompletableFuture.waitingGet",
            "java.util.concurrent.CompletableFuture.timedGet",
            "java.util.concurrent.AbstractExecutorService.invokeAll",
            "java.util.concurrent.CountDownLatch.await",
            "java.util.concurrent.LinkedBlockingQueue.put",
            "java.util.concurrent.ArrayBlockingQueue.put");

    private static final Set<String> PARKS = Set.of(
            "jdk.internal.misc.Unsafe.park",
            "sun.misc.Unsafe.park",
            "java.util.concurrent.locks.LockSupport.park",
            "java.util.concurrent.locks.LockSupport.parkNanos",
            "java.lang.Object.wait",
            "java.lang.Object.wait0");

    /** Calls that wait for a peer, a disk or a name server. */
    private static final Pattern IO = Pattern.compile("sun\\.nio\\.ch\\.(NioSocketImpl\\.park|Net\\.(poll|connect0)"
            + "|(Socket|File|UnixFile|Datagram|UnixDomain)Dispatcher(Impl)?\\..*)"
            + "|java\\.net\\.(SocketInputStream\\.socketRead0?|SocketOutputStream\\.socketWrite0?|PlainSocketImpl\\..*"
            + "|Inet[46]AddressImpl\\..*)|java\\.io\\.(FileInputStream|FileOutputStream|RandomAccessFile)\\..*"
            + "|java\\.io\\.FileDescriptor\\.sync0?|sun\\.nio\\.fs\\.UnixNativeDispatcher\\..*");

    /**
     * Frames of concurrent collectors in which an allocation waits for them. Collectors that stop the world are left
     * out: there every young collection is started by an allocation that waits for it, in a healthy service too (with
     * the serial collector, pauses of 11 ms in 6 s were sampled as 15 % of a request's time). Their share is GC
     * pressure.
     */
    private static final Pattern STALL =
            Pattern.compile("(ZPageAllocator::(alloc_page_)?stall|ShenandoahControlThread::handle_alloc_failure"
                    + "|ShenandoahController::handle_alloc_failure|ShenandoahPacer::(pace_for_alloc|wait))\\b.*");

    /**
     * A frame that stands for a wait only in a sleeping thread: compilers inline ZGC's wait into its caller, an
     * ordinary allocation.
     */
    private static final Pattern STALL_IF_ASLEEP = Pattern.compile("ZPageAllocator::alloc_page\\b.*");

    private static final Set<String> SLEEPS = Set.of("java.lang.Thread.sleep", "java.util.concurrent.TimeUnit.sleep");

    private static final List<String> POOL_LIBRARIES = List.of(
            "com.zaxxer.hikari.",
            "org.apache.commons.pool",
            "org.apache.commons.dbcp",
            "org.apache.tomcat.jdbc.",
            "com.mchange.v2.",
            "org.apache.http.",
            "org.apache.hc.");

    private Waits() {}

    static boolean isAsleep(Facet facet) {
        return facet.state().equals("sleeping");
    }

    /** The reason to wait that a frame shows, the frames below it included; empty if it shows none. */
    static Optional<LatencyPart.Kind> kind(String frame) {
        if (isStall(frame) || isStallIfAsleep(frame)) {
            return Optional.of(LatencyPart.Kind.GC);
        } else if (isLock(frame)) {
            return Optional.of(LatencyPart.Kind.LOCK);
        } else if (isBorrow(frame) || isResult(frame)) {
            return Optional.of(LatencyPart.Kind.POOL);
        } else if (SLEEPS.contains(frame)) {
            return Optional.of(LatencyPart.Kind.SLEEP);
        }
        return IO.matcher(frame).matches() ? Optional.of(LatencyPart.Kind.IO) : Optional.empty();
    }

    /** True if a frame is code of a library that pools. */
    static boolean isOfPool(String frame) {
        return POOL_LIBRARIES.stream().anyMatch(frame::startsWith);
    }

    static boolean isStall(String frame) {
        return STALL.matcher(NativeNames.function(frame)).matches();
    }

    static boolean isStallIfAsleep(String frame) {
        return STALL_IF_ASLEEP.matcher(NativeNames.function(frame)).matches();
    }

    static boolean isMonitor(String frame) {
        return MONITOR.matcher(NativeNames.function(frame)).matches();
    }

    static boolean isLock(String frame) {
        return isMonitor(frame) || LOCKS.contains(frame);
    }

    static boolean isBorrow(String frame) {
        return BORROWS.contains(frame);
    }

    static boolean isResult(String frame) {
        return RESULTS.contains(frame);
    }

    static boolean isPark(String frame) {
        return PARKS.contains(frame);
    }
}
