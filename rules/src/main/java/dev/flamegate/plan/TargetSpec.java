package dev.flamegate.plan;

import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The service under test. The words of a command, Java options, arguments and environment variables may contain
 * {@link Placeholders}.
 *
 * @param subject what runs
 * @param runtime how it is started
 * @param jdk home of the JDK that runs it, as written; {@code null} for JAVA_HOME, else the gate's own
 * @param data folder or file of which every start gets a copy in its own folder, as written; {@code null} for none
 * @param javaOptions options of its virtual machine
 * @param arguments arguments after the jar or the command
 * @param environment variables of its process
 * @param port port it listens on, 1 to 65535
 * @param ready when it counts as started
 * @param metrics where its Prometheus exposition is; {@code null} for none
 * @param limits what it may use
 * @param kubernetes where and how it runs in a cluster, if it does
 */
public record TargetSpec(
        Subject subject,
        Runtime runtime,
        @Nullable String jdk,
        @Nullable String data,
        List<String> javaOptions,
        List<String> arguments,
        Map<String, String> environment,
        int port,
        Ready ready,
        @Nullable Metrics metrics,
        Limits limits,
        KubernetesSpec kubernetes) {
    public TargetSpec {
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException(port + ": a port must be from 1 to 65535");
        }
        javaOptions = List.copyOf(javaOptions);
        arguments = List.copyOf(arguments);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }

    public sealed interface Subject {
        /** The subject's name for people: path, command line, name or URL as written. */
        String text();

        /** The default name of the service: that of the file, image or host, without a version. */
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

    /** True if the target takes its port from a placeholder, and so can be started on any port. */
    public boolean takesPort() {
        return texts().anyMatch(text -> text.contains(Placeholders.PORT));
    }

    /** True if the target uses a folder that every start has for itself. */
    public boolean takesWork() {
        return texts().anyMatch(text -> text.contains(Placeholders.WORK));
    }

    /** The names of the ports that it needs besides its own. */
    public SortedSet<String> furtherPorts() {
        return Placeholders.ports(Stream.concat(texts(), asked()).toList());
    }

    /** The names of the programs next to the target that it reaches by their addresses. */
    public SortedSet<String> reached() {
        return Placeholders.beside(texts().toList());
    }

    private Stream<String> texts() {
        return Stream.of(command(), javaOptions, arguments, environment.values())
                .flatMap(Collection::stream);
    }

    /** The ports that the gate itself asks, as written. */
    private Stream<String> asked() {
        return Stream.of(
                        Optional.ofNullable(ready.port()),
                        Optional.ofNullable(metrics).map(Metrics::port))
                .flatMap(Optional::stream);
    }

    /**
     * This target on a port, which replaces every placeholder. A target without placeholders does not learn the port
     * and listens where it did before.
     *
     * @param newPort 1 to 65535
     */
    public TargetSpec atPort(int newPort) {
        return filled(new Placeholders(Map.of(Placeholders.PORT, Integer.toString(newPort))), newPort);
    }

    /** This target with values in place of some placeholders. */
    public TargetSpec filled(Placeholders values) {
        return filled(values, port);
    }

    private TargetSpec filled(Placeholders values, int newPort) {
        return new TargetSpec(
                subject instanceof Subject.Command command
                        ? new Subject.Command(values.fill(command.words()))
                        : subject,
                runtime,
                jdk,
                data,
                values.fill(javaOptions),
                values.fill(arguments),
                values.fill(environment),
                newPort,
                new Ready(ready.path(), ready.within(), filled(values, ready.port())),
                metrics == null
                        ? null
                        : new Metrics(
                                metrics.path(),
                                metrics.latency(),
                                metrics.requestLabel(),
                                filled(values, metrics.port()),
                                metrics.assumed()),
                limits,
                kubernetes);
    }

    private static @Nullable String filled(Placeholders values, @Nullable String text) {
        return text == null ? null : values.fill(text);
    }

    /**
     * The target of one arm of a comparison: the arm's variables, options and arguments after this target's, and the
     * arm's build in place of this target's. A revision without a built jar leaves the build as it is.
     *
     * @param builtJar path of the jar to run, such as one built from the arm's revision; {@code null} for the arm's own
     * @throws IllegalArgumentException for a jar in addition to an image or a URL
     */
    public TargetSpec with(ArmSpec arm, @Nullable String builtJar) {
        if (builtJar != null && (arm.kind() == ArmSpec.Kind.IMAGE || arm.kind() == ArmSpec.Kind.URL)) {
            throw new IllegalArgumentException(builtJar + ": the arm does not run a jar but " + arm.text());
        }
        Runtime ofJar = runtime == Runtime.ATTACH ? Runtime.PROCESS : runtime;
        Runtime ofImage = runtime == Runtime.KUBERNETES ? runtime : Runtime.CONTAINER;
        return switch (arm.kind()) {
            case IMAGE -> running(arm, new Subject.Image(arm.value()), ofImage);
            case URL -> running(arm, new Subject.Url(arm.value()), Runtime.ATTACH);
            case COMMAND -> running(arm, new Subject.Command(arm.command()), Runtime.PROCESS);
            case JAR -> running(arm, new Subject.Jar(builtJar == null ? arm.value() : builtJar), ofJar);
            case GIT, WORKING_TREE, TARGET ->
                builtJar == null ? running(arm, subject, runtime) : running(arm, new Subject.Jar(builtJar), ofJar);
        };
    }

    private TargetSpec running(ArmSpec arm, Subject newSubject, Runtime newRuntime) {
        ArmSpec.Changes changes = arm.changes();
        Map<String, String> variables = new LinkedHashMap<>(environment);
        variables.putAll(changes.environment());
        return new TargetSpec(
                newSubject,
                newRuntime,
                changes.jdk() == null ? jdk : changes.jdk(),
                data,
                joined(javaOptions, changes.javaOptions()),
                joined(arguments, changes.arguments()),
                variables,
                port,
                ready,
                metrics,
                limits,
                kubernetes);
    }

    private static List<String> joined(List<String> first, List<String> last) {
        return Stream.concat(first.stream(), last.stream()).toList();
    }

    public TargetSpec in(Runtime other) {
        return running(subject, other);
    }

    /** This target with another subject in its place, such as a copy of its jar. */
    public TargetSpec running(Subject other) {
        return running(other, runtime);
    }

    private TargetSpec running(Subject newSubject, Runtime newRuntime) {
        return new TargetSpec(
                newSubject,
                newRuntime,
                jdk,
                data,
                javaOptions,
                arguments,
                environment,
                port,
                ready,
                metrics,
                limits,
                kubernetes);
    }

    /** This target with more options of its virtual machine, after its own. */
    public TargetSpec with(List<String> options) {
        return within(limits, options);
    }

    /** This target with other limits, and with options of its virtual machine after its own. */
    public TargetSpec within(Limits others, List<String> options) {
        return new TargetSpec(
                subject,
                runtime,
                jdk,
                data,
                joined(javaOptions, options),
                arguments,
                environment,
                port,
                ready,
                metrics,
                others,
                kubernetes);
    }

    public enum Runtime {
        PROCESS,
        CONTAINER,
        ATTACH,
        KUBERNETES
    }

    /**
     * The way readiness is detected.
     *
     * @param path that is answered with a status below 400 once it is ready
     * @param within the longest time that may take
     * @param port that answers it: a number, or a placeholder for one; {@code null} for the target's own
     */
    public record Ready(
            String path, Duration within, @Nullable String port) {}

    /**
     * The target's Prometheus exposition.
     *
     * @param path where it is
     * @param latency metric family of the request histogram; {@code null} to look for the well-known ones
     * @param requestLabel label that names the request; {@code null} to look for the well-known ones
     * @param port where it is: a number, or a placeholder for one; {@code null} for the target's own
     * @param assumed whether the plan says nothing about it: a target that has none at this path has none
     */
    public record Metrics(
            String path,
            @Nullable String latency,
            @Nullable String requestLabel,
            @Nullable String port,
            boolean assumed) {}

    /**
     * The resources that the target may use.
     *
     * @param cpus CPUs, above 0; {@code null} for all
     * @param memoryBytes memory, above 0; {@code null} for all
     */
    public record Limits(@Nullable Double cpus, @Nullable Long memoryBytes) {
        public static final Limits NONE = new Limits(null, null);
    }
}
