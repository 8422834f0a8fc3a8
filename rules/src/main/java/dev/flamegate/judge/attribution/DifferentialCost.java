package dev.flamegate.judge.attribution;

import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.stats.Change;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The cost per request of every method in two arms, with its change and whether that is distinguishable from noise.
 * Idle threads are left out of elapsed and blocked time.
 */
public final class DifferentialCost {
    /**
     * Expected part of false discoveries among the significant changes; for an unchanged build, the probability of any
     * at all.
     */
    public static final double FALSE_DISCOVERIES = 0.05;

    /** Methods below this part of the whole in both arms are too thin to judge. */
    public static final double LEAST_SHARE = 0.005;

    /** Methods with fewer samples than this in both arms are too thin to judge. */
    public static final int FEWEST_SAMPLES = 12;

    private final ProfileEvent event;
    private final Trials trials;
    private final CostTree tree;
    private final Scatter scatter;
    private final double grain;
    private final double[] whole;
    private final double[] stretch; // by trial, CPU counted over CPU sampled; NaN where not known
    private final double application; // of the baseline's whole, what is not the machine's own
    private final Levels levels;
    private final List<FrameCost> frames;

    private DifferentialCost(ProfileEvent event, Trials trials, CostTree tree, double[] perSample, double[] stretch) {
        this.event = event;
        this.stretch = stretch;
        this.trials = trials;
        this.tree = tree;
        grain = trials.meanBaseline(perSample);
        whole = tree.whole();
        double[][] self = tree.byFrame(false);
        double[][] inclusive = tree.byFrame(true);
        scatter = Scatter.learn(trials, event, self, whole, perSample);
        double own = 0;
        for (int frame = 0; frame < self.length; frame++) {
            own += isMachine(tree.frame(frame)) ? 0 : trials.meanBaseline(self[frame]);
        }
        application = own;
        levels = levels(self, inclusive);
        frames = frames(self, inclusive);
    }

    /**
     * The difference of two runs measured one after the other.
     *
     * @param selector which part of the service; with a frame, samples in it or below it
     * @return empty when a trial has no profile of the event, or no requests
     */
    public static Optional<DifferentialCost> of(
            ProfiledRun baseline, ProfiledRun candidate, ProfileEvent event, Selector selector) {
        return of(baseline, candidate, event, selector, false);
    }

    /** The difference of two arms whose trials are pairs in their order. */
    public static Optional<DifferentialCost> ofPairs(
            ProfiledRun baseline, ProfiledRun candidate, ProfileEvent event, Selector selector) {
        return of(baseline, candidate, event, selector, true);
    }

    private static Optional<DifferentialCost> of(
            ProfiledRun baseline, ProfiledRun candidate, ProfileEvent event, Selector selector, boolean paired) {
        Optional<List<TrialCost>> before = TrialCost.of(baseline, event, selector);
        Optional<List<TrialCost>> after = TrialCost.of(candidate, event, selector);
        if (before.isEmpty() || after.isEmpty()) {
            return Optional.empty();
        }
        List<TrialCost> all = new ArrayList<>(before.get());
        all.addAll(after.get());
        double[] perSample = all.stream().mapToDouble(TrialCost::perSample).toArray();
        double[] stretch = all.stream().mapToDouble(TrialCost::stretch).toArray();
        Trials trials = new Trials(before.get().size(), after.get().size(), paired);
        return Optional.of(new DifferentialCost(event, trials, CostTree.of(all, event, selector), perSample, stretch));
    }

    /** All methods and buckets of both arms, those whose inclusive cost grew most first. */
    public List<FrameCost> frames() {
        return frames;
    }

    /**
     * The methods whose own cost grew, the most certain first, significant or not: where to look when no culprit stands
     * out.
     */
    public List<FrameCost> suspects() {
        return frames.stream()
                .filter(frame -> frame.self().tested() && frame.self().change().estimate() > 0)
                .filter(frame -> SourceCode.isChangeable(frame.frame()))
                .sorted(Comparator.comparingDouble(
                                (FrameCost frame) -> frame.self().change().pLarger())
                        .thenComparing(FrameCost::frame))
                .toList();
    }

    /**
     * The application's methods with samples enough to judge their own cost, all costs as parts of what the application
     * cost in the baseline; by name.
     */
    public List<FrameCost> parts() {
        return frames.stream()
                .filter(frame -> application > 0 && frame.self().tested() && !isMachine(frame.frame()))
                .map(frame -> new FrameCost(
                        frame.frame(),
                        frame.line(),
                        frame.self().over(application),
                        frame.inclusive().over(application)))
                .sorted(Comparator.comparing(FrameCost::frame))
                .toList();
    }

    /** A method's own cost in each trial of the baseline, as a part like those of {@link #parts}; empty without it. */
    public List<Double> baselineTrials(String method) {
        return parts(method, 0, trials.baseline());
    }

    /** A method's own cost in each trial of the candidate, as a part like those of {@link #parts}; empty without it. */
    public List<Double> candidateTrials(String method) {
        return parts(method, trials.baseline(), trials.baseline() + trials.candidate());
    }

    private List<Double> parts(String method, int from, int to) {
        int frame = tree.find(method);
        return frame < 0 || application <= 0
                ? List.of()
                : Arrays.stream(tree.byFrame(false)[frame], from, to)
                        .mapToObj(cost -> cost / application)
                        .toList();
    }

    private static boolean isMachine(String frame) {
        return frame.startsWith("[");
    }

    /** Cost of everything per request in the baseline. */
    public double baseline() {
        return trials.meanBaseline(whole);
    }

    /** Cost of everything per request in the candidate. */
    public double candidate() {
        return trials.meanCandidate(whole);
    }

    /** True if the profiles have any samples of what was asked for. */
    public boolean hasCost() {
        return baseline() > 0 || candidate() > 0;
    }

    public Change change() {
        return scatter.change(whole);
    }

    public ProfileEvent event() {
        return event;
    }

    Trials trials() {
        return trials;
    }

    CostTree tree() {
        return tree;
    }

    /** The mean cost of one sample of the baseline. */
    double grain() {
        return grain;
    }

    Scatter scatter() {
        return scatter;
    }

    /** The change of a cost; empty when it is too thin to judge. */
    Optional<Change> tested(double[] values) {
        boolean heavy = trials.meanBaseline(values) >= LEAST_SHARE * baseline()
                || trials.meanCandidate(values) >= LEAST_SHARE * candidate();
        return heavy && scatter.samples(values) >= FEWEST_SAMPLES
                ? Optional.of(scatter.change(values))
                : Optional.empty();
    }

    /**
     * The apparent growth of a method when a sample stands for more CPU than in the baseline, though the method has the
     * same number of samples; at least 0.
     */
    double stretched(double[] values) {
        double more = trials.meanCandidate(stretch) / trials.meanBaseline(stretch) - 1;
        return more > 0 ? trials.meanBaseline(values) * more : 0; // also where it is not known
    }

    Levels levels(double[][] self, double[][] inclusive) {
        List<Change> changes = new ArrayList<>();
        for (int frame = 0; frame < self.length; frame++) {
            tested(self[frame]).ifPresent(changes::add);
            tested(inclusive[frame]).ifPresent(changes::add);
        }
        return Levels.of(changes);
    }

    private List<FrameCost> frames(double[][] self, double[][] inclusive) {
        int[] lines = lines();
        List<FrameCost> costs = new ArrayList<>();
        for (int frame = 0; frame < self.length; frame++) {
            costs.add(new FrameCost(tree.frame(frame), lines[frame], cost(self[frame]), cost(inclusive[frame])));
        }
        costs.sort(Comparator.comparingDouble(
                        (FrameCost cost) -> -cost.inclusive().change().estimate())
                .thenComparing(FrameCost::frame));
        return List.copyOf(costs);
    }

    private FrameCost.Cost cost(double[] values) {
        Optional<Change> tested = tested(values);
        return new FrameCost.Cost(
                trials.meanBaseline(values),
                trials.meanCandidate(values),
                scatter.change(values),
                tested.isPresent(),
                tested.filter(change -> levels.isGrowth(change) || levels.isFall(change))
                        .isPresent());
    }

    /** The line of each frame where it costs most in both arms together. */
    private int[] lines() {
        CallTree shape = tree.shape();
        int[] lines = new int[tree.frames()];
        double[] most = new double[lines.length];
        double[] totals = tree.totals();
        for (int node = 1; node < shape.size(); node++) {
            int frame = tree.frameOf(node);
            if (shape.line(node) > 0 && totals[node] > most[frame]) {
                most[frame] = totals[node];
                lines[frame] = shape.line(node);
            }
        }
        return lines;
    }
}
