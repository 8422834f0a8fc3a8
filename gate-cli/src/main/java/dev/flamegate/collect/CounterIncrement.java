package dev.flamegate.collect;

import dev.flamegate.model.Counter;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import java.util.List;
import java.util.Map;

/** What a target counted between two moments. */
public interface CounterIncrement {
    /** From the earlier moment to the later one. */
    Window window();

    /** Increments, not negative; only counters that both readings have. */
    Map<Counter, Double> counters();

    /** Doubts about single counters. */
    List<Warning> warnings();
}
