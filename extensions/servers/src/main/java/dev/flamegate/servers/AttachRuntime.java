package dev.flamegate.servers;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.CounterSource;
import dev.flamegate.collect.ProfileSource;
import dev.flamegate.collect.jfr.ProfileCut;
import dev.flamegate.collect.probe.ProbeFacts;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import dev.flamegate.model.message.Notice;
import dev.flamegate.model.message.ProfileNotice;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.Placeholders;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.ServersSpec;
import dev.flamegate.plan.ServersSpec.ServerSpec;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.runtime.MetricsSource;
import dev.flamegate.runtime.OwnScrapes;
import dev.flamegate.runtime.PlacedTarget;
import dev.flamegate.runtime.RunningTarget;
import dev.flamegate.runtime.Servers;
import dev.flamegate.runtime.StartEnvironment;
import dev.flamegate.runtime.TargetRuntime;
import dev.flamegate.servers.prometheus.PrometheusCounters;
import dev.flamegate.servers.prometheus.PrometheusServer;
import dev.flamegate.servers.prometheus.ScrapedCounters;
import dev.flamegate.servers.prometheus.SeriesSelector;
import dev.flamegate.servers.pyroscope.LabelSelector;
import dev.flamegate.servers.pyroscope.PyroscopeServer;
import dev.flamegate.servers.pyroscope.PyroscopeSource;
import dev.flamegate.targets.Target;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Targets that run already, in a cluster or anywhere: nothing is started and nothing stopped. Counters and metrics come
 * from a Prometheus that scrapes them, or from their own exposition; profiles from a Pyroscope.
 */
final class AttachRuntime implements TargetRuntime {
    private final MeasurementPlan setup;

    AttachRuntime(MeasurementPlan setup) {
        this.setup = setup;
    }

    @Override
    public String name() {
        return "attach";
    }

    /** The CPUs by the plan, which alone knows all the places where a service may run. */
    @Override
    public double cpus() {
        Double cpus = setup.plan().target().limits().cpus();
        return cpus == null ? 1 : cpus;
    }

    @Override
    public List<String> generatorPrefix() {
        return List.of();
    }

    @Override
    public List<Warning> warnings() {
        List<Warning> warnings = new ArrayList<>();
        warnings.add(
                new Warning(
                        Notice.NOT_RESTARTED,
                        "the service was not restarted between trials: what differs from start to start is not in the intervals"));
        if (setup.plan().target().limits().cpus() == null) {
            warnings.add(new Warning(
                    Notice.CPU_LIMIT,
                    "cpu.utilization is relative to one CPU: set target: limits: cpus to the CPUs it may use"));
        }
        return warnings;
    }

    @Override
    public PlacedTarget place(TargetSpec spec, Arm side, @Nullable ArmSpec arm) {
        URI url = URI.create(Objects.requireNonNull(spec.url(), "an attached target has a URL"));
        return new PlacedTarget(spec, url, side, arm == null ? Map.of() : arm.labels(), Placeholders.NONE);
    }

    @Override
    public RunningTarget start(PlacedTarget placed, StartEnvironment around, Path work) {
        return new Attached(
                placed, new AttachedTarget(placed.baseUrl(), placed.spec().ready(), work));
    }

    /**
     * Reads what the plan's servers have stored about a window.
     *
     * @throws CollectionFailed when they do not answer, or have no counters of the service
     */
    @Override
    public TargetRuntime.PastWindow past(PlacedTarget placed, Window window) throws InterruptedException {
        Attached attached = new Attached(
                placed, new AttachedTarget(placed.baseUrl(), placed.spec().ready(), Path.of("")));
        ServerSpec server = setup.plan().servers().prometheus().server();
        if (server == null) {
            throw new CollectionFailed(
                    "A window in the past is read from a Prometheus: set its address in prometheus: url");
        }
        PrometheusServer prometheus = new PrometheusServer(Servers.address(server), Servers.limits());
        SeriesSelector selector = attached.selector();
        ScrapedCounters counters = prometheus
                .samples(selector, window)
                .counters()
                .orElseThrow(() -> new CollectionFailed("Prometheus at " + prometheus.address() + " has no samples of "
                        + selector + " from " + window.start() + " to " + window.end()
                        + ". Is prometheus: selector right, and does it keep data that long?"));
        Map<Gauge, Double> gauges = new EnumMap<>(Gauge.class);
        counters.readings()
                .forEach(reading -> reading.gauges().forEach((gauge, value) -> gauges.merge(gauge, value, Math::max)));
        Map<Counter, Double> counted = counters.increment().counters();
        return new TargetRuntime.PastWindow(
                window,
                counted,
                gauges,
                new PrometheusMetrics(prometheus, selector, setup).over(window, List.of()),
                attached.profiles().profiles(window, counted.getOrDefault(Counter.CPU_PROCESS, Double.NaN)));
    }

    /** Neither the plan nor anything else says what runs behind a URL. */
    @Override
    public String identity(TargetSpec spec) {
        return "";
    }

    @Override
    public Map<String, String> fingerprint() {
        return Map.of("attach.selector", setup.plan().servers().prometheus().selector());
    }

    @Override
    public Map<String, String> context(TargetSpec spec) {
        Map<String, String> context = new LinkedHashMap<>();
        ServerSpec prometheus = setup.plan().servers().prometheus().server();
        ServerSpec pyroscope = setup.plan().servers().pyroscope().server();
        if (prometheus != null) {
            context.put("prometheus", Servers.address(prometheus).toString());
        }
        if (pyroscope != null) {
            context.put("pyroscope", Servers.address(pyroscope).toString());
        }
        return context;
    }

    @Override
    public void close() {
        // Nothing was started.
    }

    /** One service and the servers that report on it. */
    private final class Attached implements RunningTarget {
        private final PlacedTarget placed;
        private final Target target;

        Attached(PlacedTarget placed, Target target) {
            this.placed = placed;
            this.target = target;
        }

        @Override
        public Ready awaitReady() throws InterruptedException {
            double startup = target.awaitReady();
            ServerSpec server = setup.plan().servers().prometheus().server();
            ProbeFacts unknown = ProbeFacts.unknown();
            if (server == null) {
                MetricsSource metrics = OwnScrapes.of(placed, setup);
                return new Ready(startup, new ScrapeCounters(metrics), profiles(), metrics, unknown);
            }
            PrometheusServer prometheus = new PrometheusServer(Servers.address(server), Servers.limits());
            SeriesSelector selector = selector();
            CounterSource counters = new PrometheusCounters(prometheus, selector);
            return new Ready(
                    startup, counters, profiles(), new PrometheusMetrics(prometheus, selector, setup), unknown);
        }

        @Override
        public void checkAlive() {
            target.checkAlive();
        }

        @Override
        public Path log() {
            return target.log();
        }

        @Override
        public void limit() {
            // Its limits are its own affair.
        }

        @Override
        public void stop() {
            target.close();
        }

        @Override
        public void close() {
            target.close();
        }

        /** The plan's matchers and the arm's labels; the service's name as the job where there is neither. */
        private SeriesSelector selector() {
            List<String> matchers = new ArrayList<>();
            String planned = setup.plan().servers().prometheus().selector();
            if (!planned.isBlank()) {
                matchers.add(planned);
            }
            if (!placed.labels().isEmpty()) {
                matchers.add(SeriesSelector.of(placed.labels()).matchers());
            }
            return matchers.isEmpty()
                    ? SeriesSelector.of(Map.of("job", setup.plan().service()))
                    : new SeriesSelector(String.join(",", matchers));
        }

        private ProfileSource profiles() {
            Plan plan = setup.plan();
            ServersSpec.PyroscopeSpec spec = plan.servers().pyroscope();
            ServerSpec server = spec.server();
            if (server == null || !setup.profiles()) {
                return NoProfiles.INSTANCE;
            }
            String application = spec.application();
            LabelSelector selector = LabelSelector.service(application == null ? plan.service() : application);
            for (Map<String, String> labels : List.of(spec.labels(), placed.labels())) {
                for (Map.Entry<String, String> label : labels.entrySet()) {
                    selector = selector.and(label.getKey(), label.getValue());
                }
            }
            return new PyroscopeSource(
                    PyroscopeServer.at(Servers.address(server), Servers.limits()), selector, setup.events());
        }
    }

    /** No server is known that keeps profiles of the service. */
    private enum NoProfiles implements ProfileSource {
        INSTANCE;

        @Override
        public boolean awaitCovering(Instant end, Duration limit) {
            return true;
        }

        @Override
        public ProfileCut profiles(Window window, double cpuSeconds) {
            return new ProfileCut(
                    Map.of(),
                    List.of(),
                    List.of(new Warning(
                            ProfileNotice.NO_PROFILE,
                            "no server keeps profiles of the service, so no method can be named: set pyroscope: url to where they"
                                    + " are")));
        }
    }
}
