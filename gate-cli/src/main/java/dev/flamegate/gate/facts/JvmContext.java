package dev.flamegate.gate.facts;

import dev.flamegate.collect.probe.ProbeFacts;
import dev.flamegate.model.Run;
import dev.flamegate.os.Secrets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What people want to know about the target's virtual machine: the JDK, its options, its heap, and the jars it runs.
 */
public final class JvmContext {
    /** {@code jackson-databind-2.17.0.jar}: the version begins with the first digit behind a hyphen. */
    private static final Pattern VERSIONED = Pattern.compile("(.+?)-(\\d.*)\\.jar");

    /** The agents that the gate itself adds; they are not among the user's options. */
    private static final Pattern OWN_AGENT = Pattern.compile("-javaagent:\\S*(flamegate|pyroscope)\\S*");

    private JvmContext() {}

    /**
     * Facts by name.
     *
     * @param planned options the plan gives, for a target that does not report its own
     */
    public static Map<String, String> of(ProbeFacts probe, List<String> planned) {
        Map<String, String> context = new LinkedHashMap<>();
        context.put("jdk", jdk(probe));
        context.put("jvm.options", options(probe, planned));
        context.put("jvm.collectors", probe.collectors());
        context.put("jvm.heap-max", String.valueOf(probe.heapMax()));
        context.putAll(jars(probe.jars()));
        return context;
    }

    /** The virtual machine and its version. */
    public static String jdk(ProbeFacts probe) {
        return probe.vmName() + " " + probe.javaVersion();
    }

    private static String options(ProbeFacts probe, List<String> planned) {
        String arguments = probe.arguments().isEmpty() ? String.join(" ", planned) : probe.arguments();
        return Secrets.options(Stream.of(arguments.split("\\s+"))
                .filter(argument -> !OWN_AGENT.matcher(argument).matches())
                .collect(Collectors.joining(" ")));
    }

    /** By artefact, so that another version of it is one difference, not one jar less and one more. */
    private static Map<String, String> jars(Map<String, Long> jars) {
        Map<String, String> versions = new TreeMap<>();
        new TreeMap<>(jars).forEach((file, bytes) -> {
            Matcher versioned = VERSIONED.matcher(file);
            boolean known = versioned.matches();
            versions.merge(
                    Run.JAR + (known ? versioned.group(1) : file.replaceFirst("\\.jar$", "")),
                    (known ? versioned.group(2) + ", " : "") + bytes + " bytes",
                    (one, other) -> one + "; " + other);
        });
        return versions;
    }
}
