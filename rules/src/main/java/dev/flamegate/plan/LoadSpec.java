package dev.flamegate.plan;

import dev.flamegate.plan.yaml.Amounts;
import dev.flamegate.plan.yaml.Node;
import dev.flamegate.plan.yaml.Node.Scalar;
import dev.flamegate.plan.yaml.Section;
import dev.flamegate.plan.yaml.Value;
import dev.flamegate.plan.yaml.Words;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The load: a Gatling simulation, unchanged except for its system properties, or any other tool.
 *
 * @param simulation class name; empty where a command generates the load
 * @param classpath jars and folders that contain it; Gatling's own jars are added unless they contain Gatling
 * @param properties system properties of the simulation; of a command the values of placeholders of the same name
 * @param command that generates the load; {@code null} for a simulation
 * @param injectors how many generators load the target together, each with its share; 1 to 64
 * @param pods where they run in the target's cluster; {@code null} for the gate's machine
 * @param warmUp bounds of the warm-up
 * @param measure length of the measured window
 */
public record LoadSpec(
        String simulation,
        List<String> classpath,
        Map<String, String> properties,
        @Nullable Command command,
        int injectors,
        @Nullable Pods pods,
        WarmUpBounds warmUp,
        Duration measure) {
    static final List<String> KEYS = List.of(
            "simulation",
            "classpath",
            "properties",
            "command",
            "results",
            "injectors",
            "kubernetes",
            "warm-up",
            "measure");
    static final List<String> WARM_UP_KEYS = List.of("at-least", "at-most", "hurry");

    private static final String DEFAULT_SIMULATION = "dev.flamegate.gatling.SampleSimulation";

    private static final String AUTO = "auto";
    private static final Duration MEASURE = Duration.ofSeconds(20);
    private static final Duration LONGEST = Duration.ofHours(24);
    private static final Duration WARM_UP_AT_LEAST = Duration.ofSeconds(5);
    private static final Duration WARM_UP_AT_MOST = Duration.ofSeconds(30);
    private static final int HURRY = 8;

    /**
     * The longest warm-up that does not hurry unless the plan says so: after the burst, a target near saturation must
     * drain its queue, or measurement starts with a backlog.
     */
    private static final Duration HURRIED_AT_MOST = Duration.ofSeconds(20);

    private static final int MOST_HURRY = 20;
    private static final int MOST_INJECTORS = 64;

    public LoadSpec {
        classpath = List.copyOf(classpath);
        properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    }

    /**
     * One injector of several: which one it is, and of how many.
     *
     * @param number from 1
     * @param of at least as many
     */
    public record Share(int number, int of) {
        /** Stands for the injector's number, from 1. */
        static final String NUMBER = "injector";

        /** Stands for the number of injectors. */
        static final String OF = "injectors";

        /** The only injector. */
        public static final Share ALL = new Share(1, 1);

        public Share {
            if (number < 1 || number > of) {
                throw new IllegalArgumentException("there is no injector " + number + " of " + of);
            }
        }

        /** The values of the placeholders by their names. */
        public Map<String, String> values() {
            return Map.of(NUMBER, Integer.toString(number), OF, Integer.toString(of));
        }

        /** Names the injector in messages: {@code injector 2 of 4}. */
        @Override
        public String toString() {
            return "injector " + number + " of " + of;
        }
    }

    /** The results that a load tool writes about its requests. */
    public enum Results {
        /** No results: requests and latencies are the service's own. */
        NONE,
        /** A table of requests with columns that {@code docs/load.md} names. */
        CSV,
        /** JMeter's results as CSV. */
        JTL,
        /** Lines of JSON, as {@code k6 run --out json} writes them. */
        K6,
        /** A log of HdrHistograms. */
        HDR,
        /** Locust's history of its statistics. */
        LOCUST
    }

    /**
     * A load tool.
     *
     * @param words program and arguments, with placeholders, not empty
     */
    public record Command(List<String> words, Results results) {
        /** Base URL of the target. */
        public static final String URL = "url";

        /** The file that the tool writes its results to. */
        public static final String RESULTS = "results";

        /** The placeholder for the time that the tool has to send load, in whole seconds; the tool is ended earlier. */
        public static final String SECONDS = "seconds";

        /** Braces after a dollar sign are the shell's. */
        private static final Pattern PLACEHOLDER = Pattern.compile("(?<!\\$)\\{([A-Za-z][\\w.-]*)}");

        public Command {
            words = List.copyOf(words);
        }

        /** The words with their placeholders replaced; a placeholder without a value stays. */
        public List<String> filled(Map<String, String> values) {
            return words.stream()
                    .map(word -> PLACEHOLDER
                            .matcher(word)
                            .replaceAll(found ->
                                    Matcher.quoteReplacement(values.getOrDefault(found.group(1), found.group()))))
                    .toList();
        }

        private Set<String> placeholders() {
            Set<String> names = new LinkedHashSet<>();
            words.forEach(word -> PLACEHOLDER.matcher(word).results().forEach(found -> names.add(found.group(1))));
            return names;
        }
    }

    /**
     * The pods that send the load, in the cluster and the namespace of the target.
     *
     * @param image with Flamegate, and the load tool if it is not Gatling; {@code null} for Flamegate's own of the same
     *     version
     * @param files files and folders below the plan's folder that the load reads, in addition to its class path
     * @param nodeSelector labels of the nodes that they may run on
     * @param limits of each of them; requests are the same
     */
    public record Pods(
            @Nullable String image, List<String> files, Map<String, String> nodeSelector, TargetSpec.Limits limits) {
        private static final List<String> KEYS = List.of("image", "files", "node-selector", "limits");
        private static final double MOST_CPUS = 4096;
        private static final double CPUS = 1;
        private static final long MEMORY = 1L << 30;

        public Pods {
            files = List.copyOf(files);
            nodeSelector = Collections.unmodifiableMap(new LinkedHashMap<>(nodeSelector));
        }

        /** Reads the pods from the plan file; {@code null} if it has no settings for pods. */
        private static @Nullable Pods read(Section load) {
            Section section = load.section("kubernetes", KEYS);
            Section limits = section.section("limits", List.of("cpus", "memory"));
            Pods pods = new Pods(
                    section.read("image", Value::text).orElse(null),
                    section.read("files", List.of(), Value::texts),
                    section.read("node-selector", Map.of(), Value::settings),
                    new TargetSpec.Limits(
                            limits.read("cpus", CPUS, Value.positive(MOST_CPUS)),
                            limits.read("memory", MEMORY, Amounts::size)));
            return load.has("kubernetes") ? pods : null;
        }
    }

    /**
     * Bounds of the warm-up, which ends between them when JIT share and cost per request are flat.
     *
     * @param atLeast not negative
     * @param atMost not below {@code atLeast}
     * @param hurry how many times the planned users there may be in its first half, if the service serves them; 1 to 20
     */
    public record WarmUpBounds(Duration atLeast, Duration atMost, int hurry) {}

    /** Reads the load from the plan file; wrong values are recorded as problems and replaced by the default. */
    static LoadSpec read(Section file) {
        Section load = file.section("load", KEYS);
        Map<String, String> properties = load.read("properties", Map.of(), Value::settings);
        Command command = command(load, properties);
        return new LoadSpec(
                load.read("simulation", command == null ? DEFAULT_SIMULATION : "", LoadSpec::className),
                load.read("classpath", List.of(), Value::texts),
                properties,
                command,
                injectors(load, command),
                Pods.read(load),
                warmUp(load.section("warm-up", WARM_UP_KEYS)),
                load.read("measure", MEASURE, LoadSpec::measure));
    }

    private static Optional<Duration> measure(Value value) {
        return isAuto(value.node())
                ? Optional.of(MEASURE)
                : Amounts.duration(Duration.ofSeconds(1), LONGEST).apply(value);
    }

    /** True if the plan leaves the length of the measured window to earlier comparisons. */
    static boolean isAuto(Section file) {
        return file.value("load", "measure").filter(LoadSpec::isAuto).isPresent();
    }

    private static boolean isAuto(Node node) {
        return node instanceof Scalar scalar && scalar.value().equals(AUTO);
    }

    /** This load, measured for another time. */
    LoadSpec lasting(Duration other) {
        return new LoadSpec(simulation, classpath, properties, command, injectors, pods, warmUp, other);
    }

    /** Reads the tool, if one is given, and checks that no key is for a simulation. */
    private static @Nullable Command command(Section load, Map<String, String> properties) {
        Optional<Results> results = load.read("results", Value.choice(Results.class));
        if (!load.has("command")) {
            if (load.has("results")) {
                load.problems()
                        .add(
                                load.at("results"),
                                "`load.results` is about the results of `load.command`, which is missing");
            }
            return null;
        }
        for (String key : List.of("simulation", "classpath")) {
            if (load.has(key)) {
                load.problems().add(load.at(key), "`load` takes either `command` or `" + key + "`");
            }
        }
        Command command = new Command(load.read("command", List.of(), Value::command), results.orElse(Results.NONE));
        placeholders(load, command, properties);
        return command;
    }

    /**
     * Reads the number of injectors; a tool that does not know its share would send the whole load from each of them.
     */
    private static int injectors(Section load, @Nullable Command command) {
        int injectors = load.read("injectors", 1, Value.whole(1, MOST_INJECTORS));
        if (injectors > 1
                && command != null
                && !command.placeholders().contains(Share.NUMBER)
                && !command.placeholders().contains(Share.OF)) {
            load.problems()
                    .add(
                            load.at("injectors"),
                            "each of the " + injectors + " injectors would send the whole load, since `load.command`"
                                    + " tells the tool neither its number, {injector}, nor how many there are,"
                                    + " {injectors}");
        }
        return injectors;
    }

    private static void placeholders(Section load, Command command, Map<String, String> properties) {
        List<String> known =
                new ArrayList<>(List.of(Command.URL, Command.RESULTS, Command.SECONDS, Share.NUMBER, Share.OF));
        known.addAll(properties.keySet());
        Set<String> used = command.placeholders();
        for (String name : used) {
            if (!known.contains(name)) {
                load.problems()
                        .add(
                                load.at("command"),
                                "unknown placeholder `{" + name + "}` in `load.command`; it takes {url}, {results},"
                                        + " {seconds}, {injector}, {injectors} and the names in `load.properties`",
                                Words.nearest(name, known));
            }
        }
        if (command.results() != Results.NONE && !command.words().isEmpty() && !used.contains(Command.RESULTS)) {
            load.problems()
                    .add(
                            load.at("command"),
                            "`load.command` does not say with {results} where the tool writes its results");
        }
    }

    private static Optional<String> className(Value value) {
        Optional<String> name = value.text();
        if (name.isPresent() && !name.get().matches("[A-Za-z_$][\\w$]*+(?:\\.[A-Za-z_$][\\w$]*+)*+")) {
            value.wrong("the name of a class, such as `com.acme.ShopSimulation`");
        }
        return name;
    }

    /** A given bound moves the default of the other one if necessary. */
    private static WarmUpBounds warmUp(Section warmUp) {
        Optional<Duration> least = warmUp.read("at-least", Amounts.duration(Duration.ZERO, LONGEST));
        Optional<Duration> most = warmUp.read("at-most", Amounts.duration(Duration.ZERO, LONGEST));
        if (least.isPresent() && most.isPresent() && least.get().compareTo(most.get()) > 0) {
            warmUp.problems().add(warmUp.at("at-most"), "`load.warm-up.at-most` is below `at-least`");
        }
        Duration atLeast = least.orElseGet(() -> shorter(WARM_UP_AT_LEAST, most.orElse(WARM_UP_AT_MOST)));
        Duration atMost = most.orElseGet(() -> atLeast.compareTo(WARM_UP_AT_MOST) > 0 ? atLeast : WARM_UP_AT_MOST);
        int usual = atMost.compareTo(HURRIED_AT_MOST) < 0 ? 1 : HURRY;
        return new WarmUpBounds(atLeast, atMost, warmUp.read("hurry", usual, Value.whole(1, MOST_HURRY)));
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }
}
