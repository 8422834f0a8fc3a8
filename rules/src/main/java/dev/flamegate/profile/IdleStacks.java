package dev.flamegate.profile;

import java.util.Set;

/**
 * Stacks of threads that wait for work: workers of a pool without a task, selectors, acceptors, timers. They
 * fill most of a wall clock profile and say nothing about what requests wait for.
 */
public final class IdleStacks {
    /** Frames that a thread is in only while it has no work. */
    private static final Set<String> WAITING = Set.of(
            "java.util.concurrent.ThreadPoolExecutor.getTask",
            "java.util.concurrent.ForkJoinPool.awaitWork",
            "java.lang.ref.ReferenceQueue.remove",
            "java.lang.ref.Reference.waitForReferencePendingList",
            "sun.nio.ch.EPoll.wait",
            "sun.nio.ch.KQueue.poll",
            "sun.nio.ch.WEPoll.wait",
            "sun.nio.ch.EPollArrayWrapper.epollWait",
            "sun.nio.ch.Net.accept",
            "sun.nio.ch.NioSocketImpl.accept",
            "sun.nio.ch.ServerSocketChannelImpl.accept",
            "io.netty.channel.epoll.Native.epollWait",
            "io.netty.channel.kqueue.Native.keventWait",
            "io.netty.channel.uring.Native.ioUringEnter",
            "io.netty.util.concurrent.SingleThreadEventExecutor.takeTask",
            "org.eclipse.jetty.util.BlockingArrayQueue.poll",
            "org.eclipse.jetty.util.thread.QueuedThreadPool.idleJobPoll",
            "org.eclipse.jetty.util.thread.ReservedThreadExecutor$ReservedThread.reservedWait",
            "org.apache.tomcat.util.threads.TaskQueue.take",
            "org.apache.tomcat.util.threads.TaskQueue.poll",
            "java.lang.ProcessHandleImpl.waitForProcessExit",
            "java.lang.Thread.join");

    /** A timer waits in its loop, but its tasks run below the same frame. */
    private static final String TIMER = "java.util.TimerThread.mainLoop";

    private IdleStacks() {}

    /** Tells by node whether a sample that ends there is one of a thread without work. */
    public static boolean[] of(CallTree tree) {
        boolean[] idle = new boolean[tree.size()];
        for (int node = 1; node < tree.size(); node++) {
            idle[node] = idle[tree.parent(node)]
                    || WAITING.contains(tree.name(node))
                    || (tree.name(node).equals("java.lang.Object.wait")
                            && tree.name(tree.parent(node)).equals(TIMER));
        }
        return idle;
    }
}
