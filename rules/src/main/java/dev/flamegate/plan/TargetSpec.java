package dev.flamegate.plan;

import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The service under test. In the words of a command, in Java options, in arguments and in environment variables,
 * {@value #PORT} stands for the port.
 *
 * @param subject what runs
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
        Subject subject,
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
            throw new IllegalArgumentException(port + ": a port must be from 1 to 65535");
        }
        javaOptions = List.copyOf(javaOptions);
        arguments = List.copyOf(arguments);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }

    /** What runs as the target. */
    public sealed interface Subject {
        /** How people know it: by path, command line, name or URL as written. */
        String text();

        /** The name of a service whose plan gives none: the name of the file, image or host, without a version. */
        String serviceName();

        /**
         * An executable jar.
         *
         * @param path as written; a relative one starts at the plan's folder
         */
        record Jar(String path) implements Subject {
            @Override
            public String text() {
                return path;
            }

            @Override
            public String serviceName() {
                return named(lastStep(path).replaceFirst("\\.jar$", "").replaceFirst("-\\d.*$", ""));
            }
        }

        /**
         * A program with its arguments.
         *
         * @param words the program first; empty only in a plan that is about to be rejected
         */
        record Command(List<String> words) implements Subject {
            public Command {
                words = List.copyOf(words);
            }

            @Override
            public String text() {
                return String.join(" ", words);
            }

            @Override
            public String serviceName() {
                int jar = words.indexOf("-jar") + 1;
                return new Jar(words.isEmpty() ? "" : words.get(jar < words.size() ? jar : 0)).serviceName();
            }
        }

        /**
         * A container image.
         *
         * @param name with its registry and tag, as written
         */
        record Image(String name) implements Subject {
            @Override
            public String text() {
                return name;
            }

            @Override
            public String serviceName() {
                return named(lastStep(name.replaceFirst("@.*", "")).replaceFirst(":.*", ""));
            }
        }

        /**
         * A service that is already running.
         *
         * @param base its base URL
         */
        record Url(String base) implements Subject {
            @Override
            public String text() {
                return base;
            }

            @Override
            public String serviceName() {
                try {
                    String host = URI.create(base).getHost();
                    return named(host == null ? "" : host);
                } catch (IllegalArgumentException notAUrl) {
                    return named("");
                }
            }
        }

        private static String lastStep(String path) {
            return path.substring(path.lastIndexOf('/') + 1);
        }

        private static String named(String name) {
            return name.isBlank() ? "service" : name;
        }
    }

    /** Path of the jar; {@code null} for another subject. */
    public @Nullable String jar() {
        return subject instanceof Subject.Jar jar ? jar.path() : null;
    }

    /** Program and arguments; empty for another subject. */
    public List<String> command() {
        return subject instanceof Subject.Command command ? command.words() : List.of();
    }

    /** Name of the image; {@code null} for another subject. */
    public @Nullable String image() {
        return subject instanceof Subject.Image image ? image.name() : null;
    }

    /** Base URL of a service that is already running; {@code null} for another subject. */
    public @Nullable String url() {
        return subject instanceof Subject.Url url ? url.base() : null;
    }

    /** Whether the target takes its port from a placeholder, and so can be started on any port. */
    public boolean takesPort() {
        return Stream.of(command(), javaOptions, arguments, environment.values())
                .flatMap(Collection::stream)
                .anyMatch(text -> text.contains(PORT));
    }

    /**
     * This target on a port, which replaces every placeholder. A target without placeholders does not learn the port
     * and listens where it did before.
     *
     * @param newPort 1 to 65535
     */
    public TargetSpec atPort(int newPort) {
        Map<String, String> filled = new LinkedHashMap<>(environment);
        filled.replaceAll((name, text) -> fill(text, newPort));
        Subject runs = subject instanceof Subject.Command command
                ? new Subject.Command(fill(command.words(), newPort))
                : subject;
        return new TargetSpec(
                runs,
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
     * in place of this target's. A revision without a built jar leaves the build as it is.
     *
     * @param builtJar path of the jar to run, such as one built from the arm's revision; {@code null} for the arm's own
     * @throws IllegalArgumentException for a jar in addition to an image or a URL
     */
    public TargetSpec with(ArmSpec arm, @Nullable String builtJar) {
        if (builtJar != null && (arm.kind() == ArmSpec.Kind.IMAGE || arm.kind() == ArmSpec.Kind.URL)) {
            throw new IllegalArgumentException(builtJar + ": the arm does not run a jar but " + arm.text());
        }
        Runtime ofJar = runtime == Runtime.ATTACH ? Runtime.PROCESS : runtime;
        return switch (arm.kind()) {
            case IMAGE -> running(arm, new Subject.Image(arm.value()), Runtime.CONTAINER);
            case URL -> running(arm, new Subject.Url(arm.value()), Runtime.ATTACH);
            case JAR -> running(arm, new Subject.Jar(builtJar == null ? arm.value() : builtJar), ofJar);
            case GIT ->
                builtJar == null ? running(arm, subject, runtime) : running(arm, new Subject.Jar(builtJar), ofJar);
        };
    }

    private TargetSpec running(ArmSpec arm, Subject newSubject, Runtime newRuntime) {
        Map<String, String> variables = new LinkedHashMap<>(environment);
        variables.putAll(arm.environment());
        List<String> options =
                Stream.concat(javaOptions.stream(), arm.javaOptions().stream()).toList();
        return new TargetSpec(newSubject, newRuntime, options, arguments, variables, port, ready, metrics, limits);
    }

    /** This target in another runtime. */
    public TargetSpec in(Runtime other) {
        return new TargetSpec(subject, other, javaOptions, arguments, environment, port, ready, metrics, limits);
    }

    /** Where the target runs. */
    public enum Runtime {
        PROCESS,
        CONTAINER,
        ATTACH
    }

    /** How readiness is detected.
     *
     * @param path that is answered with a status below 400 once it is ready
     * @param within the longest time that may take
     */
    public record Ready(String path, Duration within) {}

    /**
     * The target's Prometheus exposition.
     *
     * @param path where it is
     * @param latency metric family of the request histogram; {@code null} to look for the well-known ones
     * @param requestLabel label that names the request; {@code null} to look for the well-known ones
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
