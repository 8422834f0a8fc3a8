package dev.flamegate.targets;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The options and variables that load the gate's agents into the target's virtual machine.
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

    /**
     * Options for a virtual machine that is not started by the gate itself: the value of JAVA_TOOL_OPTIONS, as the
     * virtual machine splits it again, at white space outside of quotes.
     *
     * @param present what the variable contains already; may be blank
     */
    public static String toolOptions(String present, List<String> options) {
        List<String> all = new ArrayList<>();
        if (!present.isBlank()) {
            all.add(present);
        }
        options.forEach(option -> all.add(option.matches("(?s).*\\s.*") ? quoted(option) : option));
        return String.join(" ", all);
    }

    private static String quoted(String option) {
        return option.contains("\"") ? "'" + option + "'" : "\"" + option + "\"";
    }

    /** A copy with other options in front. */
    public Agents after(List<String> before) {
        return new Agents(Stream.concat(before.stream(), options.stream()).toList(), environment);
    }
}
