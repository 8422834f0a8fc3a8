package dev.flamegate.profile;

import java.util.Set;

/**
 * The frames at which a fork-join worker stops looking for work and runs a task. Since JDK 9 tasks run below the
 * worker's methods, since JDK 17 below {@code scan} itself, and what a task costs is not part of the search for it.
 */
public final class TaskFrames {
    private static final String WORKERS = "java.util.concurrent.ForkJoinPool.";
    private static final Set<String> TASKS = Set.of(
            "java.util.concurrent.ForkJoinPool$WorkQueue.topLevelExec",
            "java.util.concurrent.ForkJoinPool$WorkQueue.runTask",
            "java.util.concurrent.ForkJoinTask.doExec");

    private TaskFrames() {}

    /** True if a frame begins a task. */
    public static boolean isTask(String frame) {
        return TASKS.contains(frame);
    }

    /** True if a frame, or a pattern of frames, is a worker's own method. */
    public static boolean isWorker(String frame) {
        return frame.startsWith(WORKERS);
    }
}
