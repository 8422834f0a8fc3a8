package dev.flamegate.doctor;

import java.util.Arrays;
import java.util.Random;

/**
 * Work that is the same every time: sorting, sums over a table larger than a core's own cache, and short-lived objects,
 * so that a neighbour who takes cache, memory bandwidth or clock frequency shows.
 */
final class FixedWork {
    private static final int TABLE = 1 << 20;
    private static final int STEPS = 20_000;
    private static final int SORTED = 4096;
    private static final int OBJECTS = 2_000;

    private final int[] table = new int[TABLE];
    private final int[] unsorted = new int[SORTED];
    private long sum;

    FixedWork() {
        Random random = new Random(42);
        for (int i = 0; i < TABLE; i++) {
            table[i] = random.nextInt(TABLE);
        }
        for (int i = 0; i < SORTED; i++) {
            unsorted[i] = random.nextInt();
        }
    }

    /** Does it so many times, each about a millisecond. */
    void times(int count) {
        for (int i = 0; i < count; i++) {
            once();
        }
    }

    private void once() {
        int at = 0;
        for (int i = 0; i < STEPS; i++) {
            at = (table[at] + i) & (TABLE - 1);
            sum += at;
        }
        int[] sorted = unsorted.clone();
        Arrays.sort(sorted);
        sum += sorted[SORTED / 2];
        for (int i = 0; i < OBJECTS; i++) {
            sum += Integer.toString(i + at).length();
        }
    }

    /** What came out: read, so that the work cannot be left out. */
    long result() {
        return sum;
    }
}
