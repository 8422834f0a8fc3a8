package dev.flamegate.judge.attribution;

import dev.flamegate.model.Counter;
import dev.flamegate.model.Fingerprint;
import dev.flamegate.model.LatencyHistogram;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.ProfileQuality;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.Run;
import dev.flamegate.model.Trial;
import dev.flamegate.model.WarmUp;
import dev.flamegate.model.Window;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.testing.TrialBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.HdrHistogram.Histogram;

/**
 * A made-up service of some hundred methods and profiles of it with known noise: samples are counted, in bursts; every
 * restart inlines otherwise and runs at another speed; sessions drift. The same seed gives the same service and profiles.
 */
public final class SyntheticService {
    private static final Instant START = Instant.parse("2026-11-20T15:42:33Z");
    private static final double CPU_PER_REQUEST = 0.004;
    private static final double INTERVAL = 0.01;
    private static final int ENDPOINTS = 4;
    private static final double MACHINE = 0.06;

    private final Random random;
    private final Noise noise;
    private final List<Node> nodes = new ArrayList<>();

    /**
     * How profiles scatter.
     *
     * @param bursts variance of a count over its mean, at least 1
     * @param inlining SD of a method's cost from restart to restart, relative
     * @param restarts SD of a whole restart's speed, relative
     * @param sessions SD of a whole session's speed, relative
     */
    public record Noise(double bursts, double inlining, double restarts, double sessions) {
        /** Counting alone. */
        public static final Noise COUNTING = new Noise(1, 0, 0, 0);

        /** As seen on shared machines. */
        public static final Noise USUAL = new Noise(1.5, 0.03, 0.02, 0.03);

        /** Far more than usual. */
        public static final Noise ROUGH = new Noise(3, 0.08, 0.05, 0.05);
    }

    /** A place in the call tree with its own part of the CPU. */
    private record Node(int parent, String name, double share) {}

    /**
     * A change of the code: so much CPU more, of the whole, in a method at one place.
     *
     * @param seen part of it that samples hit: a timer that fires at ticks sees short requests less
     */
    public record Injection(int node, double share, double seen) {
        /** No change. */
        public static final Injection NONE = new Injection(-1, 0, 1);

        /** The same change, of which samples hit a part. */
        public Injection seen(double part) {
            return new Injection(node, share, part);
        }
    }

    /** Makes a service. */
    public SyntheticService(long seed, Noise noise) {
        random = new Random(seed);
        this.noise = noise;
        int top = add(-1, "java.lang.Thread.run", 0.002);
        top = add(top, "java.util.concurrent.ThreadPoolExecutor.runWorker", 0.01);
        top = add(top, "shop.web.Server.exchange", 0.02);
        int router = add(top, "shop.web.Router.handle", 0.03);
        for (int endpoint = 0; endpoint < ENDPOINTS; endpoint++) {
            int handler = add(router, "shop.api.Endpoint" + endpoint + ".answer", weight());
            grow(handler, "shop.part" + endpoint, 1);
        }
        normalise();
    }

    private void grow(int parent, String area, int depth) {
        int callees = 1 + random.nextInt(4);
        for (int i = 0; i < callees; i++) {
            boolean platform = depth > 1 && random.nextInt(4) == 0;
            String name = platform
                    ? "java.util.Platform" + random.nextInt(12) + ".call"
                    : area + ".Class" + random.nextInt(6) + ".method" + nodes.size();
            int callee = add(parent, name, weight());
            if (!platform && depth < 6 && random.nextInt(3) > 0) {
                grow(callee, area, depth + 1);
            }
        }
    }

    /** Few methods are hot. */
    private double weight() {
        return Math.pow(-Math.log(1 - random.nextDouble()), 2);
    }

    private int add(int parent, String name, double share) {
        nodes.add(new Node(parent, name, share));
        return nodes.size() - 1;
    }

    private void normalise() {
        double sum = nodes.stream().mapToDouble(Node::share).sum();
        nodes.replaceAll(node -> new Node(node.parent(), node.name(), node.share() / sum));
    }

    /** The same service with one method, not that of the change, that takes this part of all CPU. */
    public SyntheticService hot(double share, Injection change) {
        Injection hot = anywhere(0);
        while (hot.node() == change.node()) {
            hot = anywhere(0);
        }
        double rest = 1 - nodes.get(hot.node()).share();
        for (int node = 0; node < nodes.size(); node++) {
            Node at = nodes.get(node);
            double part = node == hot.node() ? share : at.share() / rest * (1 - share);
            nodes.set(node, new Node(at.parent(), at.name(), part));
        }
        return this;
    }

    /** A change in any method that the service itself can change. */
    public Injection anywhere(double share) {
        while (true) {
            int node = random.nextInt(nodes.size());
            if (SourceCode.isChangeable(nodes.get(node).name())) {
                return new Injection(node, share, 1);
            }
        }
    }

    /** Name of the method where a change is. */
    public String method(Injection injection) {
        return nodes.get(injection.node()).name();
    }

    /** Names of all frames from the outermost to the one where a change is. */
    public List<String> path(Injection injection) {
        List<String> path = new ArrayList<>();
        for (int at = injection.node(); at >= 0; at = nodes.get(at).parent()) {
            path.add(0, nodes.get(at).name());
        }
        return path;
    }

    /** A whole session of one build: trials with the session's own drift. */
    public ProfiledRun session(int trials, double samplesPerTrial, Injection... changes) {
        double drift = Math.exp(noise.sessions() * random.nextGaussian());
        return run(trials, samplesPerTrial, changes, drift);
    }

    /** An arm of a comparison, measured beside the other. */
    public ProfiledRun arm(int trials, double samplesPerTrial, Injection... changes) {
        return run(trials, samplesPerTrial, changes, 1);
    }

    private ProfiledRun run(int count, double samplesPerTrial, Injection[] changes, double drift) {
        List<Trial> trials = new ArrayList<>();
        List<Map<ProfileEvent, CallTree>> trees = new ArrayList<>();
        for (int number = 1; number <= count; number++) {
            double speed = drift * Math.exp(noise.restarts() * random.nextGaussian());
            double[] costs = costs(changes, speed);
            double whole = 0;
            for (double cost : costs) {
                whole += cost;
            }
            CallTree tree = sampled(seen(costs, changes, speed), samplesPerTrial);
            long requests = Math.round(samplesPerTrial * INTERVAL / CPU_PER_REQUEST);
            double cpu = (whole + MACHINE) * CPU_PER_REQUEST * requests;
            long samples = tree.weight();
            trees.add(Map.of(ProfileEvent.CPU, tree.scaled(facet -> cpu * 1e9 / samples)));
            trials.add(trial(number, cpu, requests, samples));
        }
        return new ProfiledRun(run(trials), trees);
    }

    /** What each place costs in one restart, of the baseline's whole. */
    private double[] costs(Injection[] changes, double speed) {
        double[] costs = new double[nodes.size()];
        for (int node = 0; node < costs.length; node++) {
            double share = nodes.get(node).share();
            for (Injection change : changes) {
                share += node == change.node() ? change.share() : 0;
            }
            costs[node] = share * speed * Math.exp(noise.inlining() * random.nextGaussian());
        }
        return costs;
    }

    private static double[] seen(double[] costs, Injection[] changes, double speed) {
        double[] seen = costs.clone();
        for (Injection change : changes) {
            if (change.node() >= 0) {
                seen[change.node()] -= change.share() * speed * (1 - change.seen());
            }
        }
        return seen;
    }

    private CallTree sampled(double[] costs, double samplesPerTrial) {
        CallTree.Builder builder = new CallTree.Builder();
        Facet worker = new Facet("http-#", "", "running");
        int[] made = new int[costs.length];
        for (int node = 0; node < costs.length; node++) {
            Node at = nodes.get(node);
            made[node] = builder.child(at.parent() < 0 ? CallTree.ROOT : made[at.parent()], at.name(), 10 + node);
            builder.addAt(made[node], worker, count(costs[node] * samplesPerTrial));
        }
        builder.addAt(
                builder.child(CallTree.ROOT, "G1ParTask::work", 0),
                new Facet("[gc]", "", ""),
                count(MACHINE * samplesPerTrial));
        return builder.build();
    }

    /** A count with this mean whose variance is {@code bursts} times the mean. */
    private long count(double mean) {
        if (mean <= 0) {
            return 0;
        }
        double spread = noise.bursts() - 1;
        return poisson(spread > 0 ? spread * gamma(mean / spread) : mean);
    }

    private long poisson(double mean) {
        if (mean > 200) {
            return Math.max(0, Math.round(mean + Math.sqrt(mean) * random.nextGaussian()));
        }
        double limit = Math.exp(-mean);
        long count = 0;
        for (double product = random.nextDouble(); product > limit; product *= random.nextDouble()) {
            count++;
        }
        return count;
    }

    /** Gamma with this shape and scale 1 (Marsaglia and Tsang, 2000). */
    private double gamma(double shape) {
        if (shape < 1) {
            return gamma(shape + 1) * Math.pow(random.nextDouble(), 1 / shape);
        }
        double d = shape - 1.0 / 3;
        double c = 1 / Math.sqrt(9 * d);
        while (true) {
            double x = random.nextGaussian();
            double v = Math.pow(1 + c * x, 3);
            if (v > 0 && Math.log(random.nextDouble()) < x * x / 2 + d - d * v + d * Math.log(v)) {
                return d * v;
            }
        }
    }

    private static Run run(List<Trial> trials) {
        return new Run(
                "20261120-154233-0001",
                "shop",
                START,
                "process",
                1,
                Map.of(),
                new Fingerprint(Map.of("jdk", "17")),
                trials,
                Map.of(),
                List.of());
    }

    private static Trial trial(int number, double cpu, long requests, long samples) {
        Window window = new Window(START.plusSeconds(60L * number), START.plusSeconds(60L * number + 40));
        return TrialBuilder.of(number, new WarmUp(window, true, 0.02, 1000, Double.NaN), window)
                .counters(Map.of(Counter.CPU_PROCESS, cpu))
                .requests(List.of(new RequestStats("GET /", requests, 0, LatencyHistogram.ofMicros(new Histogram(3)))))
                .profiles(List.of(new ProfileQuality(ProfileEvent.CPU, "ctimer", INTERVAL, samples, 1, 0)))
                .build();
    }
}
