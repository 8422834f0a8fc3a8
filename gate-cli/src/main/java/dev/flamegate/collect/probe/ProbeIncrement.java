package dev.flamegate.collect.probe;

import dev.flamegate.collect.CounterIncrement;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a target counted between two readings.
 *
 * @param window from the earlier reading to the later one, by the target's clock
 * @param counters increments, not negative; only counters that both readings have
 * @param warnings doubts about single counters
 */
public record ProbeIncrement(Window window, Map<Counter, Double> counters, List<Warning> warnings)
        implements CounterIncrement {
    /**
     * The heap's account of allocation is some per cent off, so it is believed only where it says that the threads'
     * own counters miss more than this.
     */
    private static final double ACCOUNT_ERROR = 0.05;

    public ProbeIncrement {
        counters = Collections.unmodifiableMap(new EnumMap<>(counters));
        warnings = List.copyOf(warnings);
    }

    static ProbeIncrement between(ProbeReading earlier, ProbeReading later) {
        if (!earlier.facts().start().equals(later.facts().start())
                || earlier.facts().pid() != later.facts().pid()) {
            throw new IllegalArgumentException(
                    "process " + later.facts().pid() + ": readings of two different targets have no difference");
        }
        Map<Counter, Double> counters = new EnumMap<>(Counter.class);
        later.counters().forEach((counter, value) -> {
            Double before = earlier.counters().get(counter);
            if (before != null) {
                counters.put(counter, Math.max(0, value - before));
            }
        });
        List<Warning> warnings = new ArrayList<>();
        correctAllocation(earlier, later, counters, warnings);
        return new ProbeIncrement(new Window(earlier.at(), later.at()), counters, warnings);
    }

    /** Where the virtual machine does not count them (before JDK 21 and the later updates of 17), what short-lived threads allocate is in no counter of theirs. */
    private static void correctAllocation(
            ProbeReading earlier, ProbeReading later, Map<Counter, Double> counters, List<Warning> warnings) {
        Double counted = counters.get(Counter.ALLOCATED);
        Long unseen = increment(earlier, later, "threads.unseen");
        Long ended = increment(earlier, later, "threads.ended");
        if (counted == null || unseen == null || ended == null || unseen + ended <= 0) {
            return;
        }
        Long account = increment(earlier, later, "alloc.heap.bytes");
        if (account == null) {
            if (unseen > 0) {
                warnings.add(new Warning(
                        "allocation-incomplete",
                        unseen + " threads lived too short to be asked what they allocated; the figure misses it"));
            }
        } else if (account > counted * (1 + ACCOUNT_ERROR)) {
            counters.put(Counter.ALLOCATED, (double) account);
            warnings.add(
                    new Warning(
                            "allocation-estimated",
                            (unseen + ended)
                                    + " threads ended and took their allocation counters along; taken from the heap's"
                                    + " own account instead, which is up to a tenth off (JDK 21, and 17 in its later updates, count exactly)"));
        }
    }

    private static @Nullable Long increment(ProbeReading earlier, ProbeReading later, String name) {
        Long before = earlier.details().get(name);
        Long after = later.details().get(name);
        return before == null || after == null ? null : Long.valueOf(Math.max(0, after - before));
    }
}
