package dev.flamegate.cli.mcp;

import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** One question that an agent can ask. Answering it changes nothing. */
interface Tool {
    /** As agents call it: {@code list_runs}. */
    String name();

    /** For the agent: when to ask it, and what the answer has. */
    String description();

    /** What can be given. */
    List<Parameter> parameters();

    /**
     * The answer; texts in it may be anything.
     *
     * @throws RuntimeException when there is none; {@link dev.flamegate.cli.terminal.Failure} tells why
     */
    ObjectNode answer(Arguments arguments, Stored stored) throws InterruptedException;
}
