package dev.flamegate.gate.facts;

import dev.flamegate.collect.probe.ProbeFacts;
import dev.flamegate.model.Run;
import dev.flamegate.os.Secrets;
import dev.flamegate.plan.Placeholders;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Facts for the report about the target's virtual machine: the JDK, its options, its heap, and the jars it runs. */
final class JvmContext {
    /** The agents that the gate itself adds; they are not among the user's options. */
    private static final Pattern OWN = Pattern.compile("-javaagent:\\S*(flamegate|pyroscope)\\S*");

    private JvmContext() {}

    /**
     * Facts by name.
     *
     * @param planned options the plan gives, for a target that does not report its own
     * @param command words of the command that starts the target; empty if the plan names a jar or an image
     */
    public static Map<String, String> of(ProbeFacts probe, List<String> planned, List<String> command) {
        Map<String, String> context = new LinkedHashMap<>();
        context.put("jdk", jdk(probe));
        context.put("jvm.options", options(probe, planned, command));
        context.put("jvm.collectors", probe.collectors());
        context.put("jvm.heap-max", String.valueOf(probe.heapMax()));
        context.putAll(jars(probe.jars()));
        return context;
    }

    /** The virtual machine and its version. */
    public static String jdk(ProbeFacts probe) {
        return probe.vmName() + " " + probe.javaVersion();
    }

    /** The options as the target reports them, with ports and folders, which differ by start, as in the plan. */
    private static String options(ProbeFacts probe, List<String> planned, List<String> command) {
        String arguments = probe.arguments().isEmpty() ? String.join(" ", planned) : probe.arguments();
        List<String> words = Stream.concat(planned.stream(), command.stream())
                .filter(word -> word.startsWith("-"))
                .toList();
        return Secrets.options(Stream.of(arguments.split("\\s+"))
                .filter(argument -> !OWN.matcher(argument).matches())
                .map(argument -> words.stream()
                        .filter(word -> Placeholders.filled(argument, word))
                        .findFirst()
                        .orElse(argument))
                .collect(Collectors.joining(" ")));
    }

    /** The jars by artefact, so that another version is one difference, not one jar less and one more. */
    private static Map<String, String> jars(Map<String, Long> jars) {
        Map<String, String> versions = new TreeMap<>();
        new TreeMap<>(jars).forEach((file, bytes) -> {
            LibraryFile library = LibraryFile.of(file);
            versions.merge(
                    Run.JAR + library.name(),
                    library.version().map(version -> version + ", ").orElse("") + bytes + " bytes",
                    (one, other) -> one + "; " + other);
        });
        return versions;
    }
}
