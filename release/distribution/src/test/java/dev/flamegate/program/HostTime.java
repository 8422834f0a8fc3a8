package dev.flamegate.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * How much CPU time the hypervisor has taken from this machine, as the tests read it for themselves: where it took much,
 * a gate that says INVALID again and again is right, and there is no verdict to test.
 *
 * @param stolen ticks that were due to this machine and given to others; 0 where that is not known
 * @param all ticks of all its CPUs
 */
record HostTime(long stolen, long all) {
    private static final Path STAT = Path.of("/proc/stat");
    private static final int STOLEN = 7;
    /** A gate refuses windows with 10 %; the time between them is idle in part, and nothing is stolen from the idle. */
    private static final double ROBBED = 0.03;

    static HostTime now() throws IOException {
        if (!Files.isReadable(STAT)) {
            return new HostTime(0, 0);
        }
        String[] columns = Files.readAllLines(STAT).get(0).split("\\s+");
        long[] ticks = Stream.of(columns)
                .skip(1)
                .limit(STOLEN + 1)
                .mapToLong(Long::parseLong)
                .toArray();
        return new HostTime(
                ticks.length > STOLEN ? ticks[STOLEN] : 0, LongStream.of(ticks).sum());
    }

    /** Ends a test without a result, and says why, if the machine was robbed since then. */
    void abortIfRobbedSince() throws IOException {
        HostTime now = now();
        double share = (now.stolen - stolen) / (double) Math.max(1, now.all - all);
        Assumptions.assumeTrue(
                share < ROBBED,
                () -> "not measurable here and now: the hypervisor took " + Math.round(100 * share)
                        + " % of the CPU time meanwhile");
    }
}
