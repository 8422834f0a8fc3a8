package dev.flamegate.collect;

import java.time.Duration;
import java.util.Map;

/** An agent that an extension put into a running target, and that answers through the probe's connection. */
@FunctionalInterface
public interface AskedAgent {
    /**
     * Asks the agent.
     *
     * @param question one line, which begins with the agent's word
     * @return its answer by name
     * @throws CollectionFailed when there is no such agent, it has a problem, or it does not answer in time
     */
    Map<String, String> ask(String question, Duration limit);
}
