package dev.flamegate.init;

import dev.flamegate.init.simulation.SimulationSource;
import dev.flamegate.init.simulation.Traffic;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** The files of a first plan: content by path relative to the folder, the plan first. */
final class Scaffold {
    public static final String PLAN = "flamegate.yaml";

    private static final String RULES = "rules/performance.yaml";
    private static final String PORT = "{port}";
    private static final String LOAD = "load/";

    private Scaffold() {}

    /**
     * The plan, its rules, and a simulation if the service has none.
     *
     * @param traffic that the simulation sends; {@code null} for one request to start with
     */
    public static Map<String, String> files(Service service, @Nullable Traffic traffic) {
        Map<String, String> files = new LinkedHashMap<>();
        files.put(PLAN, plan(service));
        files.put(RULES, RULES_TEXT);
        if (service.simulation() == null) {
            files.put(
                    source(service),
                    traffic == null ? skeleton(simpleName(service), service) : simulation(service, traffic));
        }
        return files;
    }

    public static String simulation(Service service, Traffic traffic) {
        return SimulationSource.of(
                simpleName(service), service.name(), service.endpoints().port(), traffic);
    }

    /** The part of a plan that loads the simulation written here, line by line. */
    public static List<String> load(Service service) {
        return List.of(
                "load:",
                "  simulation: " + simpleName(service),
                "  classpath: [" + LOAD + "classes]",
                "  properties: {rate: \"20\"}");
    }

    /**
     * The command that compiles the simulation written here.
     *
     * @param gatling folder with the jars of the bundled Gatling
     */
    public static String compile(Service service, String gatling) {
        return "javac -cp \"" + gatling + "/*\" -d " + LOAD + "classes " + source(service);
    }

    /** The path of the simulation written here. */
    public static String source(Service service) {
        return LOAD + simpleName(service) + ".java";
    }

    /** {@code OrderServiceSimulation} for {@code order-service}. */
    private static String simpleName(Service service) {
        StringBuilder name = new StringBuilder();
        for (String part : service.name().split("[^A-Za-z0-9]+")) {
            if (!part.isEmpty()) {
                name.append(part.substring(0, 1).toUpperCase(Locale.ROOT)).append(part.substring(1));
            }
        }
        boolean starts = name.length() > 0 && Character.isJavaIdentifierStart(name.charAt(0));
        return (starts ? "" : "Service") + name + "Simulation";
    }

    private static String plan(Service service) {
        YamlText yaml = new YamlText();
        Endpoints endpoints = service.endpoints();
        yaml.line("# Written by `flamegate init` from the build and the configuration; correct what is wrong.");
        yaml.line("# All keys: docs/plan.md of flamegate. `flamegate doctor` reports what would stop a run.");
        service.missing().forEach(missing -> yaml.line("# Missing: " + YamlText.comment(missing)));
        yaml.pair("service", service.name());
        yaml.line("target:");
        yaml.in().pair("jar", service.jar());
        yaml.line("java-options: " + YamlText.list(heap(service)));
        if (!endpoints.arguments().isEmpty()) {
            yaml.line("arguments: " + YamlText.list(endpoints.arguments()));
        }
        if (!endpoints.environment().isEmpty()) {
            yaml.line("environment: " + YamlText.map(endpoints.environment()));
        }
        boolean isGiven = endpoints.arguments().toString().contains(PORT)
                || endpoints.environment().containsValue(PORT);
        if (!isGiven) {
            yaml.pair("port", endpoints.port());
        }
        yaml.line("ready: {path: " + YamlText.scalar(endpoints.health()) + "}");
        String metrics = endpoints.metrics();
        if (metrics != null) {
            yaml.pair("metrics", metrics);
        }
        yaml.line("limits: {cpus: 1}");
        yaml.out().pair("build", service.build());
        yaml.line("load:");
        Service.Simulation simulation = service.simulation();
        yaml.in().pair("simulation", simulation == null ? simpleName(service) : simulation.name());
        if (simulation == null) {
            yaml.line("# Compile it with: " + compile(service, "FLAMEGATE_HOME/lib/gatling"));
            yaml.line("classpath: [" + LOAD + "classes]");
        } else {
            yaml.line("classpath: " + YamlText.list(List.of(simulation.classes())));
        }
        yaml.line("warm-up: {at-most: 60 s}");
        yaml.line("measure: auto");
        yaml.out().line("rules: [" + RULES + "]");
        return yaml.toString();
    }

    /** A simulation to start with: one request at a constant rate. */
    private static String skeleton(String name, Service service) {
        String path = service.endpoints().request();
        return """
                import static io.gatling.javaapi.core.CoreDsl.exec;
                import static io.gatling.javaapi.http.HttpDsl.http;
                import static io.gatling.javaapi.http.HttpDsl.status;

                import dev.flamegate.gatling.ControlledSimulation;

                /**
                 * Load on the service: replace this request by those that matter. It is a Gatling simulation like any other; as a
                 * ControlledSimulation it can also be warmed up with a limit, paused between blocks and stopped cleanly.
                 */
                public class %1$s extends ControlledSimulation {
                    public %1$s() {
                        double rate = Double.parseDouble(System.getProperty("rate", "20"));
                        setUp(control.population(
                                        %2$s, rate, exec(http(%3$s).get(%4$s).check(status().in(200, 204)))))
                                .protocols(http.baseUrl(System.getProperty("flamegate.baseUrl", "http://localhost:%5$d")));
                    }
                }
                """.formatted(
                        name,
                        quoted(service.name()),
                        quoted("GET " + path),
                        quoted(path),
                        service.endpoints().port());
    }

    private static String quoted(String text) {
        return JsonMapper.shared().writeValueAsString(text);
    }

    private static List<String> heap(Service service) {
        List<String> options = new ArrayList<>(List.of("-Xms512m", "-Xmx512m"));
        options.addAll(service.endpoints().javaOptions());
        return options;
    }

    private static final String RULES_TEXT = """
            # A start: what a request costs, how long it takes, whether it fails. Change the limits to what your service needs;
            # `flamegate explain` explains each rule in English, docs/rules.md lists all indicators.
            version: 1
            rules:
              - id: cpu-cost
                indicator: cpu.per-request
                must: "< 20% growth vs median of 5 runs"
                should: "< 10% growth vs median of 5 runs"

              - id: cpu-cost-compared
                indicator: cpu.application.per-request
                must: "< 5% growth vs baseline"
                applies: compare

              - id: process-cpu-compared
                indicator: cpu.without-jit.per-request
                must: "< 10% growth vs baseline"
                applies: compare

              - id: allocation
                indicator: alloc.per-request
                must: "< 5% growth vs median of 5 runs, ignoring < 1 KiB"

              - id: allocation-compared
                indicator: alloc.per-request
                must: "< 1% growth vs baseline, ignoring < 1 KiB"
                applies: compare

              # Work is counted before the first pair: a growth fails in about a minute.
              - id: work-compared
                indicator: work.instructions
                request: "*"
                must: "< 5% growth vs baseline"
                should: "< 2% growth vs baseline"
                applies: compare
                on-no-data: skip

              - id: statements-compared
                indicator: work.statements
                request: "*"
                must: "< 5% growth vs baseline"
                applies: compare
                on-no-data: skip

              - id: allocation-counted
                indicator: work.allocation
                request: "*"
                must: "< 5% growth vs baseline, ignoring < 1 KiB"
                should: "< 2% growth vs baseline, ignoring < 1 KiB"
                applies: compare
                on-no-data: skip

              - id: latency-compared
                indicator: latency.p50
                request: "*"
                must: "< 20% growth vs baseline, ignoring < 2 ms"
                applies: compare

              - id: latency-p95
                indicator: latency.p95
                should: ["< 250 ms", "< 20% growth vs median of 5 runs, ignoring < 5 ms"]

              - id: errors
                indicator: errors.ratio
                must: "< 0.1%"
            """;
}
