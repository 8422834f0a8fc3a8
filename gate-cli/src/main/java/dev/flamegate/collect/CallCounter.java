package dev.flamegate.collect;

import java.util.List;

/** Counts calls of methods in a running target. While it does, the target is slower: nothing else is measured then. */
public interface CallCounter {
    int MOST_COUNTERS = 8_000;

    /**
     * A method, by the names of its class file.
     *
     * @param counter that its calls are added to, from 0 to below {@value #MOST_COUNTERS}; several methods may share
     *     one
     * @param overridden whether calls of methods that override or implement it count too
     */
    record Method(int counter, boolean overridden, String owner, String name, String descriptor) {
        public Method {
            if (counter < 0 || counter >= MOST_COUNTERS) {
                throw new IllegalArgumentException(counter + ": there are counters below " + MOST_COUNTERS);
            }
        }
    }

    /**
     * Calls so far, by counter.
     *
     * @param counts -1 for a counter that misses calls, because a class could not be changed
     * @param failed the classes that could not be changed, with the reasons; empty without any
     */
    record Counts(List<Long> counts, String failed) {
        public Counts {
            counts = List.copyOf(counts);
        }
    }

    /**
     * Begins to count; classes of the target are changed until {@link #end}.
     *
     * @throws CollectionFailed when the target does not count, or does not answer in time
     */
    void begin(List<Method> methods);

    /**
     * The counts so far.
     *
     * @throws CollectionFailed when the target does not answer, or nothing is counted
     */
    Counts counts();

    /**
     * Ends the counting; the target's classes are what they were.
     *
     * @throws CollectionFailed when the target does not answer
     */
    void end();
}
