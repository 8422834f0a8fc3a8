package dev.flamegate.plan;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The service under test. Exactly one of jar, command, image, dockerfile and url is given.
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
        @Nullable String dockerfile,
        @Nullable String url,
        Runtime runtime,
        List<String> javaOptions,
        List<String> arguments,
        Map<String, String> environment,
        int port,
        Ready ready,
        @Nullable Metrics metrics,
        Limits limits) {
    public TargetSpec {
        command = List.copyOf(command);
        javaOptions = List.copyOf(javaOptions);
        arguments = List.copyOf(arguments);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
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
