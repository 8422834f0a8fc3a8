package dev.flamegate.plan;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The service under test. Exactly one of jar, command, image and url is given. In the words of command, java
 * options and arguments and in the values of the environment {@value #PORT} stands for the port.
 *
 * @param jar path of an executable jar
 * @param command program and arguments
 * @param url base URL of a service that already runs
 * @param runtime how it is started
 * @param javaOptions options of its virtual machine
 * @param arguments arguments after the jar
 * @param environment variables of its process
 * @param port port it listens on, 1 to 65535
 * @param ready when it counts as started
 * @param metrics where its Prometheus exposition is; {@code null} for none
 * @param limits what it may use
 */
public record TargetSpec(
        @Nullable String jar,
        List<String> command,
        @Nullable String image,
        @Nullable String url,
        Runtime runtime,
        List<String> javaOptions,
        List<String> arguments,
        Map<String, String> environment,
        int port,
        Ready ready,
        @Nullable Metrics metrics,
        Limits limits) {
    /** Stands for the port that the target is to listen on, so that two targets of one plan can run at once. */
    public static final String PORT = "{port}";

    public TargetSpec {
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException(port + ": a port is 1 to 65535");
        }
        command = List.copyOf(command);
        javaOptions = List.copyOf(javaOptions);
        arguments = List.copyOf(arguments);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }

    /** Whether the target is told its port by a placeholder, and so can be started at any. */
    public boolean takesPort() {
        return Stream.of(command, javaOptions, arguments, environment.values())
                .flatMap(Collection::stream)
                .anyMatch(text -> text.contains(PORT));
    }

    /**
     * This target on a port, every placeholder replaced by it. A target without placeholders is not told and will
     * listen where it did.
     *
     * @param newPort 1 to 65535
     */
    public TargetSpec atPort(int newPort) {
        Map<String, String> filled = new LinkedHashMap<>(environment);
        filled.replaceAll((name, text) -> fill(text, newPort));
        return new TargetSpec(
                jar,
                fill(command, newPort),
                image,
                url,
                runtime,
                fill(javaOptions, newPort),
                fill(arguments, newPort),
                filled,
                newPort,
                ready,
                metrics,
                limits);
    }

    private static String fill(String text, int port) {
        return text.replace(PORT, Integer.toString(port));
    }

    private static List<String> fill(List<String> texts, int port) {
        return texts.stream().map(text -> fill(text, port)).toList();
    }

    /**
     * The target of one arm of a comparison: the arm's variables and options after this target's, and the arm's build
     * in place of whatever this target runs. A revision that comes without a jar leaves it as it is.
     *
     * @param builtJar path of the jar to run, such as one built from the arm's revision; {@code null} for the arm's own
     * @throws IllegalArgumentException for a jar beside an image or a URL
     */
    public TargetSpec with(ArmSpec arm, @Nullable String builtJar) {
        if (builtJar != null && (arm.kind() == ArmSpec.Kind.IMAGE || arm.kind() == ArmSpec.Kind.URL)) {
            throw new IllegalArgumentException(builtJar + ": the arm runs no jar, but " + arm.text());
        }
        TargetSpec told = told(arm);
        return switch (arm.kind()) {
            case IMAGE -> told.running(null, arm.value(), Runtime.CONTAINER);
            case URL -> told.attached(arm.value());
            case JAR -> told.running(builtJar == null ? arm.value() : builtJar, null, ofJar());
            case GIT -> builtJar == null ? told : told.running(builtJar, null, ofJar());
        };
    }

    /** This target in a runtime. */
    public TargetSpec in(Runtime other) {
        return new TargetSpec(
                jar,
                command,
                image,
                url,
                other,
                javaOptions,
                arguments,
                environment,
                port,
                ready,
                metrics,
                limits);
    }

    /** How a jar is run in place of this target. */
    private Runtime ofJar() {
        return runtime == Runtime.ATTACH ? Runtime.PROCESS : runtime;
    }

    private TargetSpec attached(String newUrl) {
        return new TargetSpec(
                null,
                List.of(),
                null,
                newUrl,
                Runtime.ATTACH,
                javaOptions,
                arguments,
                environment,
                port,
                ready,
                metrics,
                limits);
    }

    private TargetSpec running(@Nullable String newJar, @Nullable String newImage, Runtime newRuntime) {
        return new TargetSpec(
                newJar,
                List.of(),
                newImage,
                null,
                newRuntime,
                javaOptions,
                arguments,
                environment,
                port,
                ready,
                metrics,
                limits);
    }

    private TargetSpec told(ArmSpec arm) {
        Map<String, String> variables = new LinkedHashMap<>(environment);
        variables.putAll(arm.environment());
        List<String> options =
                Stream.concat(javaOptions.stream(), arm.javaOptions().stream()).toList();
        return new TargetSpec(
                jar,
                command,
                image,
                url,
                runtime,
                options,
                arguments,
                variables,
                port,
                ready,
                metrics,
                limits);
    }

    /** Where the target runs. */
    public enum Runtime {
        PROCESS,
        CONTAINER,
        ATTACH
    }

    /**
     * The sign of readiness.
     *
     * @param path answered with a status below 400
     * @param within time until then
     */
    public record Ready(String path, Duration within) {}

    /**
     * The target's Prometheus exposition.
     *
     * @param path where it is
     * @param latency family of the request histogram; {@code null} to find one of the well-known ones
     * @param requestLabel label that names the request; {@code null} to find one of the well-known ones
     */
    public record Metrics(
            String path, @Nullable String latency, @Nullable String requestLabel) {}

    /**
     * What the target may use.
     *
     * @param cpus CPUs, above 0; {@code null} for all
     * @param memoryBytes memory, above 0; {@code null} for all
     */
    public record Limits(@Nullable Double cpus, @Nullable Long memoryBytes) {
        public static final Limits NONE = new Limits(null, null);
    }
}
