package dev.flamegate.plan;

import dev.flamegate.plan.TargetSpec.Limits;
import dev.flamegate.plan.TargetSpec.Metrics;
import dev.flamegate.plan.TargetSpec.Ready;
import dev.flamegate.plan.TargetSpec.Runtime;
import dev.flamegate.plan.TargetSpec.Subject;
import dev.flamegate.plan.yaml.Amounts;
import dev.flamegate.plan.yaml.Node;
import dev.flamegate.plan.yaml.Node.Kind;
import dev.flamegate.plan.yaml.Node.Scalar;
import dev.flamegate.plan.yaml.Section;
import dev.flamegate.plan.yaml.Source;
import dev.flamegate.plan.yaml.Value;
import dev.flamegate.plan.yaml.Words;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

final class TargetReader {
    static final List<String> KEYS = List.of(
            "jar",
            "command",
            "image",
            "url",
            "runtime",
            "jdk",
            "data",
            "java-options",
            "arguments",
            "environment",
            "port",
            "ready",
            "metrics",
            "limits",
            "kubernetes");
    static final List<String> READY_KEYS = List.of("path", "within", "port");
    static final List<String> METRICS_KEYS = List.of("path", "latency", "request-label", "port");
    static final List<String> LIMITS_KEYS = List.of("cpus", "memory");

    /** The possible subjects, each with its runtimes, the default first. */
    private static final List<Map.Entry<String, List<Runtime>>> SUBJECTS = List.of(
            Map.entry("jar", List.of(Runtime.PROCESS, Runtime.CONTAINER)),
            Map.entry("command", List.of(Runtime.PROCESS)),
            Map.entry("image", List.of(Runtime.CONTAINER, Runtime.KUBERNETES)),
            Map.entry("url", List.of(Runtime.ATTACH)));

    private static final String PORT_OR_PLACEHOLDER = "\\{port(:[^{}\\s]+)?\\}";

    private static final String DEFAULT_METRICS = "/metrics";
    private static final double MOST_CPUS = 4096;

    private final Section target;

    private TargetReader(Section target) {
        this.target = target;
    }

    static TargetSpec read(Section file) {
        file.require("target", "the service to measure, such as `target: {jar: build/service.jar}`");
        return new TargetReader(file.section("target", KEYS)).target(file.has("target"));
    }

    private TargetSpec target(boolean given) {
        Runtime usual = given ? usualRuntime() : Runtime.PROCESS;
        TargetSpec spec = new TargetSpec(
                subject(),
                runtime(usual),
                target.read("jdk", Value::text).orElse(null),
                target.read("data", Value::text).orElse(null),
                target.read("java-options", List.of(), Value::words),
                target.read("arguments", List.of(), Value::words),
                target.read("environment", Map.of(), Value::settings),
                target.read("port", 8080, Value.whole(1, 65535)),
                ready(),
                metrics(),
                limits(),
                KubernetesSpec.read(target));
        checkProcess(spec);
        // Where another runtime is named, perhaps on the command line, this is for the next time.
        if (!target.has("runtime") && !spec.kubernetes().equals(KubernetesSpec.USUAL)) {
            target.problems()
                    .add(target.at("kubernetes"), "`target.kubernetes` is for pods: add `runtime: kubernetes`");
        }
        return spec;
    }

    /** Reports keys that only process targets support, and a {@code target.data} that nothing uses. */
    private void checkProcess(TargetSpec spec) {
        if (spec.runtime() != Runtime.PROCESS) {
            Stream.of("jdk", "data").filter(target::has).forEach(key -> onlyProcess(key, target.at(key)));
            Stream.of("ready.port", "metrics.port")
                    .filter(key -> (key.startsWith("ready") ? spec.ready().port() : metricsPort(spec)) != null)
                    .forEach(key -> onlyProcess(key, target.at(key.substring(0, key.indexOf('.')))));
        }
        if (spec.data() != null && !spec.takesWork()) {
            target.problems()
                    .add(
                            target.at("data"),
                            "`target.data` is copied to where `{work}` stands, but no command, option, argument or"
                                    + " variable of the target contains `{work}`");
        }
    }

    private static @Nullable String metricsPort(TargetSpec spec) {
        return spec.metrics() == null ? null : spec.metrics().port();
    }

    private void onlyProcess(String key, Source.Position at) {
        target.problems().add(at, "`target." + key + "` applies to `runtime: process` only");
    }

    /** Reads the subject that runs. Every key is read, so that mistakes in all of them are reported. */
    private Subject subject() {
        Stream<Optional<Subject>> given = Stream.of(
                target.read("jar", Value::text).map(Subject.Jar::new),
                target.read("command", Value::command).map(Subject.Command::new),
                target.read("image", Value::text).map(Subject.Image::new),
                target.read("url", Value::httpUrl).map(Subject.Url::new));
        return given.flatMap(Optional::stream).findFirst().orElseGet(() -> new Subject.Command(List.of()));
    }

    private List<Map.Entry<String, List<Runtime>>> subjects() {
        return SUBJECTS.stream().filter(entry -> target.has(entry.getKey())).toList();
    }

    /** Checks that there is exactly one subject. */
    private Runtime usualRuntime() {
        List<Map.Entry<String, List<Runtime>>> given = subjects();
        List<String> all = SUBJECTS.stream().map(Map.Entry::getKey).toList();
        if (given.isEmpty() && all.stream().noneMatch(target::means)) {
            target.problems().add(target.at(), "`target` needs one of " + Words.listed(all, "or"));
        }
        if (given.isEmpty()) {
            return Runtime.PROCESS;
        }
        if (given.size() > 1) {
            List<String> names = given.stream().map(Map.Entry::getKey).toList();
            target.problems()
                    .add(
                            target.at(names.get(1)),
                            "`target` takes one of " + Words.listed(all, "or") + ", but has "
                                    + Words.listed(names, "and"));
        }
        return given.get(0).getValue().get(0);
    }

    private Runtime runtime(Runtime usual) {
        Optional<Runtime> runtime = target.read("runtime", Value.choice(Runtime.class));
        List<Map.Entry<String, List<Runtime>>> given = subjects();
        if (runtime.isPresent() && given.size() == 1 && !given.get(0).getValue().contains(runtime.get())) {
            String word = runtime.get().name().toLowerCase(Locale.ROOT);
            target.problems()
                    .add(
                            target.at("runtime"),
                            "`" + given.get(0).getKey() + "` does not run with `runtime: " + word + "`",
                            usual.name().toLowerCase(Locale.ROOT));
        }
        return runtime.orElse(usual);
    }

    private Ready ready() {
        Section ready = target.section("ready", READY_KEYS);
        Duration within = ready.read(
                "within", Duration.ofMinutes(3), Amounts.duration(Duration.ofSeconds(1), Duration.ofHours(1)));
        return new Ready(
                ready.read("path", "/health", Value::path),
                within,
                ready.read("port", TargetReader::port).orElse(null));
    }

    private @Nullable Metrics metrics() {
        Node given = target.value("metrics").orElse(null);
        if (given == null) {
            return new Metrics(DEFAULT_METRICS, null, null, null, true);
        }
        if (given instanceof Scalar scalar
                && scalar.kind() == Kind.BOOLEAN
                && scalar.value().equals("false")) {
            return null;
        }
        if (given instanceof Scalar scalar && scalar.kind() == Kind.TEXT) {
            return new Metrics(target.read("metrics", DEFAULT_METRICS, Value::path), null, null, null, false);
        }
        if (!(given instanceof Node.Fields)) {
            target.problems()
                    .add(given.at(), "`target.metrics` takes a path, a mapping or `false`, not " + given.describe());
            return null;
        }
        Section metrics = target.section("metrics", METRICS_KEYS);
        return new Metrics(
                metrics.read("path", DEFAULT_METRICS, Value::path),
                metrics.read("latency", Value::text).orElse(null),
                metrics.read("request-label", Value::text).orElse(null),
                metrics.read("port", TargetReader::port).orElse(null),
                false);
    }

    /** A number, or a placeholder that stands for one. */
    private static Optional<String> port(Value value) {
        if (value.node() instanceof Scalar scalar && scalar.kind() == Kind.NUMBER) {
            return Value.whole(1, 65535).apply(value).map(String::valueOf);
        }
        return value.placeholder(PORT_OR_PLACEHOLDER, "a port from 1 to 65535, or `{port:NAME}`");
    }

    private Limits limits() {
        Section limits = target.section("limits", LIMITS_KEYS);
        return new Limits(
                limits.read("cpus", Value.positive(MOST_CPUS)).orElse(null),
                limits.read("memory", Amounts::size).orElse(null));
    }
}
