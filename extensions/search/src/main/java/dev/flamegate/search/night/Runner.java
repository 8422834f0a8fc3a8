package dev.flamegate.search.night;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The place that does the work of a night. Called by several threads. */
interface Runner {
    /**
     * The result of a command.
     *
     * @param code that it exited with
     * @param json what it printed; {@code null} where it printed no result
     * @param problem why it did not end as a command does; empty when it did
     */
    record Done(int code, @Nullable JsonNode json, String problem) {}

    /** Does some work to its end; an interrupt ends it. */
    Done run(Work work) throws InterruptedException;
}
