package dev.flamegate.publish.mcp;

import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** One question that an agent can ask. Answering it changes nothing. */
interface Tool {
    /** The tool's name for agents: {@code list_runs}. */
    String name();

    /** Describes to the agent when to call the tool, and what the answer contains. */
    String description();

    List<Parameter> parameters();

    /**
     * The answer; texts in it may be anything.
     *
     * @throws RuntimeException when the tool has no answer; {@link dev.flamegate.cli.terminal.Failure} says why
     */
    ObjectNode answer(Arguments arguments, Stored stored) throws InterruptedException;
}
