import dev.flamegate.judge.Baselines;
import dev.flamegate.judge.Judge;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Faults;
import dev.flamegate.model.Fingerprint;
import dev.flamegate.model.LatencyHistogram;
import dev.flamegate.model.LoadQuality;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.Run;
import dev.flamegate.model.Scraped;
import dev.flamegate.model.Trial;
import dev.flamegate.model.WarmUp;
import dev.flamegate.model.Window;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.plan.RulesReader;
import dev.flamegate.plan.yaml.Source;
import dev.flamegate.profile.ProfiledRun;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * A new history of nightly runs of an unchanged build, judged by the product's own {@link Judge}: how often a night fails, after
 * which nights, and what the choice of the baseline does to it.
 */
final class Nights {
    private static final int NIGHTS = 40;
    private static final int TRIALS = 3;
    private static final int REQUESTS = 1000;
    private static final double LIMIT = 10;

    /** A night is low when only one in ten is lower. */
    private static final double LOW = -1.2816;

    private static final String ABOUT = "# decisions: runs\n\n`bench/decisions/simulate runs`: " + NIGHTS
            + " nights of an unchanged build, " + TRIALS + " trials each, one rule: `cpu.per-request < 10 % growth`. Trials and whole"
            + " sessions scatter normally, as logarithms. Nights that FAIL become no baseline. *Low night*: a night whose mean only one in"
            + " ten is below. n histories a row; on " + Machine.fingerprint() + ".\n\n";

    private static final int STEP_AFTER = 20;
    private static final List<Integer> NIGHTS_AFTER = List.of(3, 6, 10, 15, 20);

    private static final String ABOUT_STEPS = "# decisions: steps\n\n`bench/decisions/simulate steps`: " + STEP_AFTER
            + " nights, then a step in the level of all nights that follow, which is accepted; some nights later a growth of 30 %,"
            + " judged by `cpu.per-request < 10 % growth vs median of 5 runs`. " + TRIALS + " trials a night. n histories a row; on "
            + Machine.fingerprint() + ".\n\n";

    private final Options options;

    Nights(Options options) {
        this.options = options;
    }

    void simulate() throws IOException {
        Results results = new Results(
                Path.of(options.into()).resolve("decisions-runs.csv"), ABOUT, options.n(), options.seed(), 3, "trial SD",
                "session SD", "growth vs", "FAIL % with 1-4 stored", "5-9", "10-19", "20 and more", "INCONCLUSIVE %",
                "FAIL % after a low night", "FAIL % after a FAIL", "+20 % found % with 10 stored", "+30 %");
        for (double[] sd : new double[][] {{0.03, 0.03}, {0.05, 0.05}, {0.05, 0.073}, {0.02, 0.08}, {0.02, 0.12}}) {
            for (String baseline : List.of("previous run", "median of 5 runs")) {
                if (!results.has(Simulate.percent(sd[0]), Simulate.percent(sd[1]), baseline)) {
                    add(results, sd[0], sd[1], baseline);
                }
            }
        }
        results.close();
    }

    private void add(Results results, double ofTrials, double ofSessions, String baseline) throws IOException {
        List<Rule> rules = rules(baseline);
        Tallies all = IntStream.range(0, options.n())
                .parallel()
                .mapToObj(i -> history(
                        new Judge(rules), ofTrials, ofSessions, new SplittableRandom(options.seed() * 1_000_003L + i)))
                .reduce(new Tallies(), Tallies::plus);
        results.add(
                Simulate.percent(ofTrials), Simulate.percent(ofSessions), baseline, all.percent(0), all.percent(1),
                all.percent(2), all.percent(3), all.percent(4), all.percent(5), all.percent(6), all.percent(7), all.percent(8));
    }

    /** A growth of 30 % some nights after the level of all nights changed for good, accepted or welcome. */
    void simulateSteps() throws IOException {
        Results results = new Results(
                Path.of(options.into()).resolve("decisions-steps.csv"), ABOUT_STEPS, options.n(), options.seed(), 3,
                "trial SD", "session SD", "step", "+30 % found % after 3 nights", "6", "10", "15", "20");
        Judge judge = new Judge(rules("median of 5 runs"));
        for (double[] sd : new double[][] {{0.03, 0.03}, {0.05, 0.05}, {0.02, 0.08}}) {
            for (double step : new double[] {0, 0.3, -0.1, -0.2, -0.3}) {
                String shown = (step > 0 ? "+" : "") + Simulate.percent(step);
                if (results.has(Simulate.percent(sd[0]), Simulate.percent(sd[1]), shown)) {
                    continue;
                }
                Tallies all = IntStream.range(0, options.n())
                        .parallel()
                        .mapToObj(i -> afterStep(
                                judge, step, sd[0], sd[1], new SplittableRandom(options.seed() * 1_000_003L + i)))
                        .reduce(new Tallies(), Tallies::plus);
                results.add(
                        Simulate.percent(sd[0]), Simulate.percent(sd[1]), shown, all.percent(0), all.percent(1),
                        all.percent(2), all.percent(3), all.percent(4));
            }
        }
        results.close();
    }

    private static Tallies afterStep(
            Judge judge, double step, double ofTrials, double ofSessions, SplittableRandom random) {
        Tallies tallies = new Tallies();
        List<Run> stored = new ArrayList<>();
        for (int night = 0; night <= STEP_AFTER + NIGHTS_AFTER.get(NIGHTS_AFTER.size() - 1); night++) {
            int nth = NIGHTS_AFTER.indexOf(night - STEP_AFTER);
            if (nth >= 0) {
                Run grown = run(night, (1 + step) * 1.3 - 1, ofTrials, ofSessions, random);
                tallies.count(nth, outcome(judge, stored, grown) == Outcome.FAIL);
            }
            stored.add(0, run(night, night < STEP_AFTER ? 0 : step, ofTrials, ofSessions, random));
        }
        return tallies;
    }

    private static List<Rule> rules(String baseline) {
        return RulesReader.read(List.of(new Source("rules.yaml", "version: 1\nrules:\n  - id: cpu\n"
                        + "    indicator: cpu.per-request\n    must: \"< " + LIMIT + "% growth vs " + baseline + "\"\n")))
                .rules();
    }

    private static Tallies history(Judge judge, double ofTrials, double ofSessions, SplittableRandom random) {
        Tallies tallies = new Tallies();
        List<Run> stored = new ArrayList<>();
        double low = LOW * Math.sqrt(ofTrials * ofTrials / TRIALS + ofSessions * ofSessions);
        boolean failed = false;
        boolean wasLow = false;
        for (int night = 0; night < NIGHTS; night++) {
            if (night == 10) {
                tallies.count(7, outcome(judge, stored, run(night, 0.2, ofTrials, ofSessions, random)) == Outcome.FAIL);
                tallies.count(8, outcome(judge, stored, run(night, 0.3, ofTrials, ofSessions, random)) == Outcome.FAIL);
            }
            Run run = run(night, 0, ofTrials, ofSessions, random);
            Outcome outcome = outcome(judge, stored, run);
            boolean fails = outcome == Outcome.FAIL;
            if (!stored.isEmpty()) {
                int n = stored.size();
                tallies.count(n < 5 ? 0 : n < 10 ? 1 : n < 20 ? 2 : 3, fails);
                tallies.count(4, outcome == Outcome.INCONCLUSIVE);
                if (wasLow) {
                    tallies.count(5, fails);
                }
                if (failed) {
                    tallies.count(6, fails);
                }
            }
            failed = fails;
            wasLow = mean(run) < low;
            if (!fails) {
                stored.add(0, run);
            }
        }
        return tallies;
    }

    private static double mean(Run run) {
        return run.trials().stream()
                .mapToDouble(trial -> Math.log(trial.counters().get(Counter.CPU_PROCESS) / REQUESTS / 0.01))
                .average()
                .orElseThrow();
    }

    private static Outcome outcome(Judge judge, List<Run> stored, Run run) {
        return judge.judge(bare(run), new Stored(stored)).judgement().findings().get(0).outcome();
    }

    private static ProfiledRun bare(Run run) {
        return new ProfiledRun(run, Collections.nCopies(run.trials().size(), Map.of()));
    }

    /** Sound runs, latest first. */
    private record Stored(List<Run> runs) implements Baselines {
        @Override
        public Found find(BaselineRef reference) {
            int wanted = reference instanceof BaselineRef.MedianOf median ? median.runs() : 1;
            return runs.isEmpty()
                    ? new Found.None("none yet")
                    : new Found.Runs("stored", runs.stream().limit(wanted).map(Nights::bare).toList());
        }

        @Override
        public List<Run> past() {
            return runs.stream().limit(20).toList();
        }
    }

    private static Run run(int night, double growth, double ofTrials, double ofSessions, SplittableRandom random) {
        double session = Math.log1p(growth) + ofSessions * random.nextGaussian();
        Instant start = Instant.EPOCH.plusSeconds(86_400L * night);
        List<Trial> trials = new ArrayList<>();
        for (int i = 1; i <= TRIALS; i++) {
            trials.add(trial(i, start, 0.01 * Math.exp(session + ofTrials * random.nextGaussian())));
        }
        return new Run(
                "night-" + night, "shop", start, "process", 1, Map.of(), new Fingerprint(Map.of()), trials, Map.of(), List.of());
    }

    private static Trial trial(int number, Instant start, double cost) {
        Histogram micros = new Histogram(3);
        micros.recordValueWithCount(5000, REQUESTS);
        Window window = new Window(start, start.plusSeconds(20));
        return new Trial(
                number,
                new Trial.Timeline(
                        1,
                        new WarmUp(window, true, 0.02, REQUESTS, Double.NaN),
                        List.of(window),
                        List.of(),
                        Map.of()),
                new Trial.Usage(Map.of(Counter.CPU_PROCESS, cost * REQUESTS), Map.of(), Scraped.NOTHING, List.of()),
                new Trial.Traffic(
                        List.of(new RequestStats("GET /", REQUESTS, 0, LatencyHistogram.ofMicros(micros))),
                        List.of(),
                        LoadQuality.UNKNOWN),
                List.of(),
                List.of(),
                Faults.NONE);
    }

    /** How often each of several things was looked at, and how often it happened. */
    private record Tallies(long[] all, long[] happened) {
        Tallies() {
            this(new long[9], new long[9]);
        }

        void count(int what, boolean happens) {
            all[what]++;
            happened[what] += happens ? 1 : 0;
        }

        Tallies plus(Tallies other) {
            Tallies sum = new Tallies();
            for (int i = 0; i < all.length; i++) {
                sum.all[i] = all[i] + other.all[i];
                sum.happened[i] = happened[i] + other.happened[i];
            }
            return sum;
        }

        String percent(int what) {
            return all[what] == 0 ? "" : String.format(Locale.ROOT, "%.2f", 100.0 * happened[what] / all[what]);
        }
    }
}
