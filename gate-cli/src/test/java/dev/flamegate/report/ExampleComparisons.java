package dev.flamegate.report;

import static dev.flamegate.model.Arm.BASELINE;
import static dev.flamegate.model.Arm.CANDIDATE;

import dev.flamegate.judge.SequentialJudge;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Comparison;
import dev.flamegate.model.Fingerprint;
import dev.flamegate.model.Pair;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Run;
import dev.flamegate.model.Trial;
import dev.flamegate.model.Unit;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Work;
import dev.flamegate.model.WorkCount;
import dev.flamegate.model.WorkDifference;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Indicators;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.model.rule.Operator;
import dev.flamegate.model.rule.Quantity;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.ProfiledComparison;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Comparisons of two builds of the example shop, judged as they would be. */
public final class ExampleComparisons {
    private static final Instant JUDGED = Instant.parse("2026-11-20T16:02:11Z");
    private static final String STARTED = "2026-11-20T15:42:33Z";
    private static final List<List<Arm>> ORDERS = List.of(
            List.of(BASELINE, CANDIDATE, CANDIDATE, BASELINE), List.of(CANDIDATE, BASELINE, BASELINE, CANDIDATE));

    private ExampleComparisons() {}

    /** Two builds that cost the same, but for chance. */
    public static GateReport passing() {
        return report(profiled(
                new double[] {1.50, 1.53, 1.47, 1.55, 1.49, 1.51},
                new double[] {1.52, 1.52, 1.50, 1.53, 1.50, 1.49},
                null));
    }

    /** Matrix multiplication became dearer; one pair does not count. */
    public static GateReport failing() {
        return report(profiled(
                new double[] {1.50, 1.53, 1.47, 1.55, 1.49, 1.51, 1.50},
                new double[] {2.42, 6.40, 2.35, 2.46, 2.38, 2.41, 2.40},
                "9.1 % of the CPU went to other guests"));
    }

    /** Fewer pairs than can decide. */
    public static GateReport tooShort() {
        return report(profiled(new double[] {1.5, 1.53}, new double[] {1.52, 1.5}, null));
    }

    /** A report of a comparison, judged by the rules below. */
    public static GateReport report(ProfiledComparison profiled) {
        SequentialJudge judge = judge();
        return GateReport.ofComparison(profiled, judge, judge.judge(profiled), "0.1.0", JUDGED);
    }

    public static SequentialJudge judge() {
        return new SequentialJudge(rules(), List.of(), Looks.DEFAULT);
    }

    /**
     * @param baseline milliseconds of CPU per request that matrix multiplication costs, by pair
     * @param invalid why the second pair, or the only one, does not count; {@code null} when it does
     */
    public static ProfiledComparison profiled(double[] baseline, double[] candidate, @Nullable String invalid) {
        List<Pair> pairs = new ArrayList<>();
        for (int number = 1; number <= baseline.length; number++) {
            pairs.add(new Pair(
                            number,
                            ORDERS.get((number + 1) % 2),
                            number == Math.min(2, baseline.length) ? invalid : null,
                            number == 3
                                    ? List.of(new Warning("load", "the candidate's blocks had 0.4 % more requests"))
                                    : List.of())
                    .with(events(number, candidate[0] > 2 ? 340 : 2)));
        }
        Comparison comparison = new Comparison(
                "20261120-154233-c0de",
                Instant.parse(STARTED),
                run(Examples.BEFORE, "11aa77e", "main", baseline),
                run(Examples.NOW, "8f3a1c9", "feature/matrix-prices", candidate)
                        .withWork(candidate[0] > 2 ? List.of(work()) : List.of()),
                pairs,
                new TreeMap<>(Map.of("judge", 0.041, "prepare", 3.2)),
                List.of(new Warning("uncommitted", "the candidate was built with changes that are not committed")),
                candidate[0] > 2 ? difference() : null);
        return new ProfiledComparison(
                comparison, profiles(Examples.BEFORE, baseline), profiles(Examples.NOW, candidate));
    }

    private static Work work() {
        Map<WorkCount, Work.PerRequest> counts = Map.of(WorkCount.INSTRUCTIONS, new Work.PerRequest(101_200, 12));
        return new Work(
                Map.of("GET /price/{}", new Work.Requests(100, counts)),
                List.of("container-#"),
                List.of("dev.flamegate.sample.Generated: its class loader does not look for classes elsewhere"));
    }

    /** Rows are worked on three times as often, in a loop of a method that changed. */
    private static WorkDifference difference() {
        return new WorkDifference(
                List.of(
                        new WorkDifference.Method(
                                "GET /price/{}",
                                "dev.flamegate.sample.Matrix.row",
                                88,
                                false,
                                List.of("dev.flamegate.sample.Prices.matrix", "dev.flamegate.sample.Server.price"),
                                new WorkDifference.Both(4, 12.4),
                                new WorkDifference.Both(4_000, 12_400),
                                WorkDifference.Both.NONE,
                                WorkDifference.Both.NONE,
                                List.of()),
                        new WorkDifference.Method(
                                "GET /price/{}",
                                "dev.flamegate.sample.Prices.matrix",
                                41,
                                true,
                                List.of("dev.flamegate.sample.Server.price"),
                                new WorkDifference.Both(1, 1),
                                new WorkDifference.Both(60, 186),
                                WorkDifference.Both.NONE,
                                WorkDifference.Both.NONE,
                                List.of(new WorkDifference.Loop(43, new WorkDifference.Both(4, 12.4))))),
                2,
                1,
                List.of("dev.flamegate.sample.Prices.discount"),
                "1 file that is no class differs: application.yaml");
    }

    /** In five seconds; the candidate gives up compiled code so many times a second. */
    private static Pair.JvmEvents events(int number, int times) {
        if (number == 5) {
            return Pair.JvmEvents.none("this virtual machine has no Flight Recorder");
        }
        return new Pair.JvmEvents(events(10 + number, 362_000.0), events(5L * times + number, 371_000.0), null);
    }

    private static Pair.JvmEvents.Part events(long deoptimisations, double allocated) {
        return new Pair.JvmEvents.Part(
                250,
                5.0,
                250 * allocated,
                List.of(
                        new Pair.JvmEvents.Tally(
                                Pair.JvmEvents.Kind.DEOPTIMISATION,
                                "class_check",
                                "dev.flamegate.sample.Prices.matrix",
                                deoptimisations,
                                0),
                        new Pair.JvmEvents.Tally(
                                Pair.JvmEvents.Kind.GC_PAUSE, "G1 Evacuation Pause", "G1New", 3, 0.012)));
    }

    private static Run run(String id, String commit, String branch, double[] multiply) {
        List<Trial> trials = new ArrayList<>();
        for (int i = 0; i < multiply.length; i++) {
            trials.add(runs(id, i, multiply[i]).trial(i + 1));
        }
        Map<String, String> context = new LinkedHashMap<>();
        context.put("commit", commit);
        context.put("branch", branch);
        context.put("jdk", "17.0.15");
        context.put("jar.jackson-databind", "main".equals(branch) ? "2.17.0, 1640315 bytes" : "2.18.1, 1646215 bytes");
        context.put("jar.sample-service", "85012 bytes");
        return new Run(
                id,
                "sample-service",
                Instant.parse(STARTED),
                "process",
                2,
                context,
                new Fingerprint(ExampleRuns.fingerprint("17.0.15")),
                trials,
                Map.of(),
                List.of());
    }

    private static List<Map<ProfileEvent, CallTree>> profiles(String id, double[] multiply) {
        List<Map<ProfileEvent, CallTree>> profiles = new ArrayList<>();
        for (int i = 0; i < multiply.length; i++) {
            profiles.add(Map.of(ProfileEvent.CPU, runs(id, i, multiply[i]).profile()));
        }
        return profiles;
    }

    private static ExampleRuns runs(String id, int pair, double multiply) {
        return new ExampleRuns(id + "/" + pair, STARTED, multiply, ExampleRuns.REQUESTS);
    }

    private static List<Rule> rules() {
        Criterion half = new Criterion.Absolute("< 50%", Operator.LESS, new Quantity(50, Unit.PERCENT));
        return List.of(
                rule("cpu", "cpu.utilization", Selector.ALL, List.of(half), List.of()),
                rule(
                        "cpu-cost",
                        "cpu.per-request",
                        Selector.ALL,
                        List.of(growth("< 5% growth vs baseline", 5)),
                        List.of(growth("< 2% growth vs baseline", 2))),
                rule(
                        "worst-method",
                        "profile.cpu.worst-method",
                        Selector.ALL,
                        List.of(growth("< 3% growth vs baseline", 3)),
                        List.of()),
                rule(
                        "matrix-p50",
                        "latency.p50",
                        Selector.request("GET /matrix"),
                        List.of(growth("< 20% growth vs baseline", 20)),
                        List.of()),
                rule(
                        "throughput",
                        "throughput",
                        Selector.ALL,
                        List.of(),
                        List.of(growth("< 10% drop vs baseline", 10))));
    }

    private static Criterion growth(String text, double limit) {
        return new Criterion.Growth(
                text,
                Operator.LESS,
                new Quantity(limit, Unit.PERCENT),
                true,
                text.contains("drop") ? Criterion.Change.DROP : Criterion.Change.GROWTH,
                new BaselineRef.OtherArm(),
                null);
    }

    private static Rule rule(
            String id, String indicator, Selector selector, List<Criterion> must, List<Criterion> should) {
        return new Rule(
                id,
                Indicators.find(indicator).orElseThrow(),
                selector,
                must,
                should,
                Rule.OnNoData.FAIL,
                Rule.OnNoBaseline.RECORD,
                Rule.Decision.EVIDENCE,
                Rule.Applies.BOTH,
                null,
                null,
                "flamegate.yaml:12",
                12);
    }
}
