package dev.flamegate.targets;

import java.util.List;
import java.util.Map;

/**
 * What the gate loads into the target's virtual machine.
 *
 * @param options of the virtual machine, {@code -javaagent:…} among them
 * @param environment variables that configure the agents
 */
public record Agents(List<String> options, Map<String, String> environment) {
    public static final Agents NONE = new Agents(List.of(), Map.of());

    public Agents {
        options = List.copyOf(options);
        environment = Map.copyOf(environment);
    }
}
