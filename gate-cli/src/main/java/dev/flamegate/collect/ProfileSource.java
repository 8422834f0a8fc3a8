package dev.flamegate.collect;

import dev.flamegate.collect.jfr.ProfileCut;
import dev.flamegate.model.Window;
import java.time.Duration;
import java.time.Instant;

public interface ProfileSource {
    /**
     * Waits until the profiles reach {@code end}: profilers send their samples only from time to time.
     *
     * @return false when they did not within {@code limit}
     * @throws CollectionFailed when the source does not answer
     */
    boolean awaitCovering(Instant end, Duration limit) throws InterruptedException;

    /**
     * The profiles of a window.
     *
     * @param cpuSeconds CPU time of the target in the window, for the coverage; NaN when unknown
     * @throws CollectionFailed when the source does not answer
     */
    ProfileCut profiles(Window window, double cpuSeconds) throws InterruptedException;
}
