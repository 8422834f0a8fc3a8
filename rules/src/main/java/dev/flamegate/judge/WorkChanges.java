package dev.flamegate.judge;

import dev.flamegate.judge.attribution.SourceCode;
import dev.flamegate.model.Comparison;
import dev.flamegate.model.Interval;
import dev.flamegate.model.Work;
import dev.flamegate.model.WorkCount;
import dev.flamegate.model.WorkDifference;
import dev.flamegate.model.WorkDifference.Both;
import dev.flamegate.model.WorkDifference.Method;
import dev.flamegate.model.finding.CallRate;
import dev.flamegate.model.finding.Culprit;
import dev.flamegate.model.finding.Culprit.Caller;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.finding.LoopTurns;
import dev.flamegate.model.finding.MoreCalls;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.rule.IndicatorSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The methods that the candidate of a comparison executes more often, as counted. What is counted the same in all starts
 * of a build, and differs between the builds, is certain, whatever its size.
 */
public final class WorkChanges {
    private final List<Method> methods;

    private WorkChanges(List<Method> methods) {
        this.methods = methods;
    }

    public static WorkChanges of(Comparison comparison) {
        WorkDifference difference = comparison.difference();
        return new WorkChanges(difference == null ? List.of() : difference.methods());
    }

    /** The methods that are called more often, each once, in the order of the difference. */
    public List<MoreCalls> more() {
        Map<String, MoreCalls> more = new LinkedHashMap<>();
        for (Method method : methods) {
            CallRate rate = rate(method);
            if (rate.more()) {
                more.putIfAbsent(method.name(), new MoreCalls(method.name(), method.callers(), rate));
            }
        }
        return List.copyOf(more.values());
    }

    /** Adds what was counted to the culprits of a judgement, and names those of growths of work. */
    public Judgement in(Judgement judgement) {
        return judgement.with(judgement.findings().stream().map(this::explained).toList());
    }

    private Finding explained(Finding finding) {
        if (WorkEstimator.isMeant(finding.rule())) {
            boolean grown = finding.outcome() == Outcome.FAIL || finding.outcome() == Outcome.WARN;
            return grown && finding.compared() != null ? caused(finding) : finding;
        }
        Culprit culprit = finding.culprit();
        return culprit == null
                ? finding
                : methods.stream()
                        .filter(method -> method.name().equals(culprit.frame()))
                        .findFirst()
                        .map(method -> finding.explained(culprit.called(rate(method))))
                        .orElse(finding);
    }

    private Finding caused(Finding finding) {
        WorkCount count = counted(finding).byMethod();
        Optional<Culprit> cause = creator(finding, count)
                .map(method -> culprit(method, count))
                .or(() -> ofRequest(finding)
                        .findFirst()
                        .map(method -> turned(culprit(method, WorkCount.INSTRUCTIONS), method)));
        return finding.explained(cause.map(culprit -> new Finding.Cause(culprit, null, null))
                .orElseGet(() -> new Finding.Cause(
                        null,
                        "no method's calls and instructions differ between the builds in every start; methods of the JDK"
                                + " are counted only with compare: work-in-jdk",
                        null)));
    }

    private static WorkCount counted(Finding finding) {
        return finding.rule().indicator().source() instanceof IndicatorSource.Counted counted
                ? counted.count()
                : WorkCount.INSTRUCTIONS;
    }

    /** The method that creates most more objects or exceptions, where these are what grew. */
    private Optional<Method> creator(Finding finding, WorkCount count) {
        return count == WorkCount.INSTRUCTIONS
                ? Optional.empty()
                : ofRequest(finding)
                        .filter(method -> method.of(count).more() > 0)
                        .max(Comparator.comparingDouble(
                                method -> method.of(count).more()));
    }

    /** Methods that may be the cause; after a collection, first those that grew only then. */
    private Stream<Method> ofRequest(Finding finding) {
        String request = finding.selector().request();
        Stream<Method> warm = methods.stream()
                .filter(method -> request == null || method.request().equals(request));
        boolean cold = counted(finding) == WorkCount.COLD_INSTRUCTIONS;
        return request == null || !cold
                ? warm
                : Stream.concat(
                        methods.stream().filter(method -> method.request().equals(Work.afterCollection(request))),
                        warm);
    }

    private static Culprit culprit(Method method, WorkCount count) {
        Both work = method.of(count);
        List<String> path = new ArrayList<>(method.callers());
        Collections.reverse(path);
        path.add(method.name());
        Culprit.Evidence evidence = new Culprit.Evidence(
                count,
                Culprit.Kind.SELF,
                work.baseline(),
                work.candidate(),
                new Interval(work.more(), work.more(), 1),
                path,
                null,
                null);
        return new Culprit(
                        method.name(),
                        SourceCode.file(method.name()).orElse(null),
                        method.line(),
                        null,
                        work.baseline() > 0 ? Double.valueOf(work.candidate() / work.baseline() - 1) : null,
                        null,
                        evidence)
                .calledFrom(method.callers().stream()
                        .map(caller ->
                                new Caller(caller, SourceCode.file(caller).orElse(null), 0, 1))
                        .toList())
                .called(rate(method));
    }

    /** The culprit with the loop that is the reason: its own, or the one of the nearest caller that has one. */
    private Culprit turned(Culprit culprit, Method cause) {
        return Stream.concat(Stream.of(cause.name()), cause.callers().stream())
                .flatMap(name -> methods.stream()
                        .filter(method ->
                                method.name().equals(name) && method.request().equals(cause.request())))
                .flatMap(method -> LoopTurns.of(method).stream())
                .findFirst()
                .map(culprit::turnedBy)
                .orElse(culprit);
    }

    private static CallRate rate(Method method) {
        double before = method.calls().baseline();
        double after = method.calls().candidate();
        if (before == 0) {
            return new CallRate(before, after, null, null, after > 0);
        }
        double ratio = after / before;
        return new CallRate(before, after, ratio, new Interval(ratio, ratio, 1), after > before);
    }
}
