package dev.flamegate.gate.night;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Where the work of a night is done. Called by several threads. */
public interface Runner {
    /**
     * What came of a command.
     *
     * @param code that it exited with
     * @param json what it printed; {@code null} where it printed no result
     * @param problem why it did not end as a command does; empty when it did
     */
    record Done(int code, @Nullable JsonNode json, String problem) {}

    /** Does some work to its end; an interrupt ends it. */
    Done run(Work work) throws InterruptedException;
}
