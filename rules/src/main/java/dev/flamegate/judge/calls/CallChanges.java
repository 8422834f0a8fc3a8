package dev.flamegate.judge.calls;

import dev.flamegate.model.Interval;
import dev.flamegate.model.Pair;
import dev.flamegate.model.finding.CallRate;
import dev.flamegate.model.finding.Culprit;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.finding.MoreCalls;
import dev.flamegate.stats.Holm;
import dev.flamegate.stats.VariancePrior;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Calls per request of every method that was counted, and which of them grew. A method is named if it is called at
 * least {@value CallRate#LEAST_RATIO} times as often in every pair, and that is significant among all methods together
 * ({@link Holm}). What is chance is known from what its calls vary within seconds, and from how much more than that
 * methods vary between the pairs ({@link CallRatio}).
 */
public final class CallChanges {
    /** The fewest pairs that show the scatter between them. */
    static final int LEAST_PAIRS = 2;

    /** Fewer calls per request than this are those of rare requests, or of none. */
    static final double LEAST_CALLS = 0.05;

    /** Probability that anything is named where nothing is called more often. */
    static final double ERROR = 0.001;

    /** The error of the intervals that are shown, both sides together. */
    private static final double UNCERTAIN = 0.01;

    /** Too few methods to fit a prior: assume Poisson scatter. */
    private static final VariancePrior USUAL = new VariancePrior(1, 4);

    /** The methods of one measurement say more about each other than past measurements do. */
    private static final double MOST_DEGREES = 20;

    /** A callee that grew by no more than its caller, or hardly, is called more often because that is. */
    private static final double BY_CALLER = 0.9;

    private final int pairs;
    private final Map<String, CallRatio> methods;
    private final Map<String, CallRate> calls = new LinkedHashMap<>();

    private CallChanges(int pairs, Map<String, CallRatio> methods) {
        this.pairs = pairs;
        this.methods = methods;
        judge();
    }

    /** Reads the calls of a comparison's pairs; skips pairs that do not count or have no counts. */
    public static CallChanges of(List<Pair> pairs) {
        List<Pair.Calls> counted = pairs.stream()
                .filter(Pair::valid)
                .map(Pair::calls)
                .filter(Objects::nonNull)
                .filter(one -> one.problem() == null
                        && one.baseline().requests() > 0
                        && one.candidate().requests() > 0)
                .toList();
        Map<String, CallRatio> methods = new LinkedHashMap<>();
        if (counted.size() >= LEAST_PAIRS) {
            List<Map<String, Pair.Calls.Method>> byName = counted.stream()
                    .map(one -> one.methods().stream()
                            .collect(Collectors.toMap(
                                    Pair.Calls.Method::name, Function.identity(), (first, second) -> first)))
                    .toList();
            byName.get(0).keySet().stream()
                    .sorted()
                    .filter(name -> byName.stream().allMatch(all -> all.containsKey(name)))
                    .map(name -> CallRatio.of(
                            counted,
                            byName.stream()
                                    .map(all -> Objects.requireNonNull(all.get(name)))
                                    .toList()))
                    .filter(method -> method.baseline() + method.candidate() >= LEAST_CALLS)
                    .forEach(method -> methods.put(method.name(), method));
        }
        return new CallChanges(counted.size(), methods);
    }

    private void judge() {
        List<CallRatio> all = List.copyOf(methods.values());
        VariancePrior fitted =
                VariancePrior.fit(all.stream().map(CallRatio::dispersion).toList(), MOST_DEGREES);
        VariancePrior prior = fitted.equals(VariancePrior.NONE) ? USUAL : fitted;
        double[] pValues = all.stream().mapToDouble(method -> method.p(prior)).toArray();
        double[] levels = Holm.levels(pValues, ERROR);
        for (int i = 0; i < pValues.length; i++) {
            CallRatio method = all.get(i);
            boolean more = pValues[i] <= levels[i]
                    && method.least() >= Math.log(CallRate.LEAST_RATIO)
                    && method.candidate() - method.baseline() >= LEAST_CALLS;
            Interval interval = method.interval(prior, UNCERTAIN);
            calls.put(
                    method.name(),
                    method.baseline() == 0
                            ? new CallRate(0, method.candidate(), null, null, more)
                            : new CallRate(method.baseline(), method.candidate(), method.ratio(), interval, more));
        }
    }

    /** The frequency of a method's calls; empty if they were not counted. */
    public Optional<CallRate> of(String method) {
        return Optional.ofNullable(calls.get(method));
    }

    /**
     * The methods that are called more often, by how many more calls that are. Not those that only follow a caller that
     * is itself called more often.
     */
    public List<MoreCalls> more() {
        Map<String, CallRatio> named = new LinkedHashMap<>();
        methods.forEach((name, method) -> {
            if (Objects.requireNonNull(calls.get(name)).more()) {
                named.put(name, method);
            }
        });
        Set<String> following = following(named);
        return named.values().stream()
                .filter(method -> !following.contains(method.name()))
                .sorted(Comparator.comparingDouble((CallRatio method) -> method.baseline() - method.candidate()))
                .map(method -> new MoreCalls(
                        method.name(), method.callers(), Objects.requireNonNull(calls.get(method.name())), pairs))
                .toList();
    }

    /** The methods that are reached from other named methods, whose calls grew by at least about the same ratio. */
    private static Set<String> following(Map<String, CallRatio> named) {
        Map<String, List<String>> explained = new LinkedHashMap<>();
        Set<String> roots = new HashSet<>(named.keySet());
        named.values()
                .forEach(method -> method.callers().forEach(name -> {
                    CallRatio caller = named.get(name);
                    if (caller != null && caller.ratio() >= BY_CALLER * method.ratio()) {
                        explained
                                .computeIfAbsent(name, key -> new ArrayList<>())
                                .add(method.name());
                        roots.remove(method.name());
                    }
                }));
        Set<String> following = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(roots);
        while (!open.isEmpty()) {
            for (String callee : explained.getOrDefault(open.remove(), List.of())) {
                if (following.add(callee)) {
                    open.add(callee);
                }
            }
        }
        return following;
    }

    /** The judgement, with the calls of its culprits if they were counted. */
    public Judgement in(Judgement judgement) {
        if (calls.isEmpty()) {
            return judgement;
        }
        List<Finding> findings = judgement.findings().stream()
                .map(finding -> {
                    Culprit culprit = finding.culprit();
                    CallRate counted = culprit == null ? null : calls.get(culprit.frame());
                    return culprit == null || counted == null ? finding : finding.explained(culprit.called(counted));
                })
                .toList();
        return judgement.with(findings);
    }
}
