package dev.flamegate.report.text;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.Culprit;
import dev.flamegate.model.finding.Diagnosis;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Library;
import dev.flamegate.model.finding.MoreCalls;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.ValidityProblem;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.profile.MethodCost;
import dev.flamegate.report.ComparisonCourse;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.HotMethods;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A report in two sentences: what broke, and which method stands out. Names from outside pass through a function of
 * the caller's that makes them safe for its format.
 */
public final class Headline {
    private static final int MOST_LIBRARIES = 5;
    private static final int MOST_CALLED = 3;
    private static final String NO_GROWTH = Numbers.percent(0);

    private final UnaryOperator<String> name;

    /** Words with names as {@code name} returns them. */
    public Headline(UnaryOperator<String> name) {
        this.name = name;
    }

    /** Words with names in plain text. */
    public static Headline plain() {
        return new Headline(Names::visible);
    }

    /**
     * The parts of a headline, taken from a report or from a result that was read back.
     *
     * @param claims one for each finding, worst first
     * @param unsound messages of the problems that invalidate the measurement
     * @param culprits of the findings that have one, that of the worst first
     * @param diagnosis evidence of a severe cause that was recognised, of the worst finding that has one
     * @param noCulprit why no culprit stands out, of the worst finding that says so
     */
    public record Basis(
            Verdict verdict,
            List<Claim> claims,
            List<String> unsound,
            List<Culprit> culprits,
            Optional<String> diagnosis,
            Optional<String> noCulprit) {
        public Basis {
            claims = List.copyOf(claims);
            unsound = List.copyOf(unsound);
            culprits = List.copyOf(culprits);
        }

        Optional<Culprit> culprit() {
            return culprits.stream().findFirst();
        }

        public static Basis of(GateReport report) {
            List<Finding> findings = report.worstFirst();
            return new Basis(
                    report.judgement().verdict(),
                    findings.stream().map(Claim::of).toList(),
                    report.judgement().validity().stream()
                            .filter(ValidityProblem::invalidates)
                            .map(ValidityProblem::message)
                            .toList(),
                    findings.stream()
                            .flatMap(finding -> Stream.ofNullable(finding.culprit()))
                            .toList(),
                    findings.stream()
                            .flatMap(finding -> Stream.ofNullable(finding.diagnosis()))
                            .filter(diagnosis -> diagnosis.severity() == Diagnosis.Severity.FAIL)
                            .map(Diagnosis::evidence)
                            .findFirst(),
                    findings.stream()
                            .flatMap(finding -> Stream.ofNullable(finding.noCulprit()))
                            .findFirst());
        }
    }

    /**
     * A finding in short.
     *
     * @param indicator its name
     * @param value in base units; {@code null} when it could not be measured
     * @param growth relative, of a criterion on growth; {@code null} where it is not known
     * @param criterion as written
     */
    public record Claim(
            Outcome outcome,
            String indicator,
            Selector selector,
            @Nullable Double value,
            Unit unit,
            @Nullable Double growth,
            String criterion) {
        static Claim of(Finding finding) {
            return new Claim(
                    finding.outcome(),
                    finding.rule().indicator().name(),
                    finding.selector(),
                    finding.value(),
                    finding.rule().indicator().unit(),
                    finding.criterion() instanceof Criterion.Growth ? finding.growth() : null,
                    finding.criterion().text());
        }
    }

    /** Explains in a sentence what the verdict of a report rests on, and what would decide it where nothing has. */
    public String sentence(GateReport report) {
        String next = report.judgement().verdict() == Verdict.INCONCLUSIVE
                ? report.comparison()
                        .flatMap(PairsText::undecided)
                        .map(text -> "; " + text)
                        .orElse("")
                : "";
        return sentence(Basis.of(report)) + next;
    }

    /** Explains in a sentence what the verdict rests on. */
    public String sentence(Basis basis) {
        return switch (basis.verdict()) {
            case FAIL -> worst(basis, Outcome.FAIL, "is broken", "are broken");
            case WARN -> worst(basis, Outcome.WARN, "warns", "warn");
            case INCONCLUSIVE -> worst(basis, Outcome.INCONCLUSIVE, "is undecided", "are undecided");
            case INVALID -> invalid(basis);
            case PASS -> passed(basis.claims());
        };
    }

    /**
     * {@code Libraries that differ: netty-codec 4.1.124.Final → 4.1.125.Final, ...}, those that culprits are in first;
     * empty where none does.
     */
    public Optional<String> libraries(List<Library> changed, Basis basis) {
        if (changed.isEmpty()) {
            return Optional.empty();
        }
        Set<Library> blamed = CulpritsByLibrary.of(basis.culprits()).keySet();
        String more = changed.size() > MOST_LIBRARIES
                ? " and " + Numbers.count(changed.size() - MOST_LIBRARIES) + " more"
                : "";
        return Optional.of("Libraries that differ: "
                + changed.stream()
                        .sorted(Comparator.comparing(one -> !blamed.contains(one)))
                        .limit(MOST_LIBRARIES)
                        .map(new CauseText(name)::change)
                        .collect(Collectors.joining(", "))
                + more);
    }

    /** Names the libraries of a report that differ; see {@link #libraries(List, Basis)}. */
    public Optional<String> libraries(GateReport report) {
        return libraries(report.libraries(), Basis.of(report));
    }

    /**
     * One clause for each library that differs and that culprits are in, unless the only one is the culprit that
     * {@link #cause} names with it.
     */
    public List<String> culpritsByLibrary(Basis basis) {
        Map<Library, List<Culprit>> culprits = CulpritsByLibrary.of(basis.culprits());
        boolean isToldAlready = culprits.size() == 1
                && culprits.values()
                        .iterator()
                        .next()
                        .equals(basis.culprit().stream().toList());
        return isToldAlready
                ? List.of()
                : culprits.entrySet().stream()
                        .limit(MOST_LIBRARIES)
                        .map(one -> new CauseText(name).ofLibrary(one.getKey(), one.getValue()))
                        .toList();
    }

    /** The culprits of a report by library; see {@link #culpritsByLibrary(Basis)}. */
    public List<String> culpritsByLibrary(GateReport report) {
        return culpritsByLibrary(Basis.of(report));
    }

    /** {@code Called more often: ...}: the methods, the most of them in words; empty for none. */
    public Optional<String> calls(List<MoreCalls> more) {
        return new CallsText(name).brief(more, MOST_CALLED);
    }

    /** Names the methods of a report that are called more often; see {@link #calls(List)}. */
    public Optional<String> calls(GateReport report) {
        return calls(report.comparison().map(ComparisonCourse::calls).orElse(List.of()));
    }

    /** The culprit, another severe cause, or the reason why none stands out; empty if no cause was looked for. */
    public Optional<String> cause(Basis basis) {
        return basis.culprit()
                .map(new CauseText(name)::culprit)
                .or(() -> basis.diagnosis().map(name))
                .or(() -> basis.noCulprit().map(because -> "no culprit stands out: " + name.apply(because)));
    }

    /** {@code called from ...}: the callers of the culprit; empty where they are not known. */
    public Optional<String> callers(Basis basis) {
        return basis.culprit().flatMap(new CauseText(name)::callers);
    }

    /** The callers of a report's culprit as a sentence, without its full stop. */
    public Optional<String> callers(GateReport report) {
        return callers(Basis.of(report)).map(text -> "C" + text.substring(1));
    }

    /**
     * The cause; without one, the method that grew most per request if it stands out against a baseline and anything
     * broke or is undecided, else the hottest.
     *
     * @return empty without a CPU profile
     */
    public Optional<String> method(GateReport report, HotMethods methods) {
        return cause(Basis.of(report)).or(() -> observed(report, methods));
    }

    /** Of a PASS no growth is told, as none was shown. */
    private Optional<String> observed(GateReport report, HotMethods methods) {
        Optional<MethodCost> grown =
                report.judgement().verdict() == Verdict.PASS ? Optional.empty() : methods.grewMost();
        return grown.isPresent() ? grown.map(this::grew) : methods.hottest().map(this::hottest);
    }

    /** One finding in a few words, without its reasons. */
    public String brief(Claim claim) {
        String part = Names.selector(claim.selector());
        String subject = name.apply(Names.visible(claim.indicator()) + (part.isEmpty() ? "" : " of " + part));
        if (claim.value() == null) {
            return subject + " could not be measured";
        }
        Double growth = claim.growth();
        String now = Numbers.quantity(claim.value(), claim.unit());
        String limit = " (limit: " + name.apply(claim.criterion()) + ")";
        if (growth == null || !Double.isFinite(growth)) {
            return subject + " is " + now + limit;
        }
        String by = Numbers.percent(Math.abs(growth));
        if (by.equals(NO_GROWTH)) {
            return subject + " is the same, " + now + limit;
        }
        String of = Messages.isOfWhole(claim.indicator()) ? " of the baseline's whole" : "";
        return subject + (growth < 0 ? " fell by " : " grew by ") + by + of + " to " + now + limit;
    }

    private String worst(Basis basis, Outcome outcome, String one, String many) {
        List<Claim> all = basis.claims().stream()
                .filter(claim -> claim.outcome() == outcome)
                .toList();
        if (all.isEmpty()) {
            return "No single finding explains the verdict";
        }
        String verb = all.size() == 1 ? one : many;
        return brief(all.get(0)) + "; " + Numbers.count(all.size()) + " of "
                + Names.plural(basis.claims().size(), "criterion", "criteria") + " " + verb;
    }

    private String invalid(Basis basis) {
        List<String> problems = basis.unsound();
        if (problems.isEmpty()) {
            return worst(basis, Outcome.INVALID, "is invalid", "are invalid");
        }
        String more = problems.size() == 1 ? "" : " (and " + (problems.size() - 1) + " more)";
        return "The measurement is unsound: " + name.apply(problems.get(0)) + more;
    }

    private static String passed(List<Claim> claims) {
        long held = count(claims, Outcome.PASS);
        String others = List.of(Outcome.RECORDED, Outcome.MASKED, Outcome.ACCEPTED, Outcome.SKIPPED).stream()
                .filter(outcome -> count(claims, outcome) > 0)
                .map(outcome -> count(claims, outcome) + " " + word(outcome))
                .collect(Collectors.joining(", "));
        String all = held == claims.size() && held > 1 ? "All " : "";
        return all
                + Names.plural(held, "criterion", "criteria")
                + (held == 1 ? " holds" : " hold")
                + (others.isEmpty() ? "" : "; " + others);
    }

    private static String word(Outcome outcome) {
        return switch (outcome) {
            case RECORDED -> "recorded without a baseline";
            case MASKED -> "below a floor";
            case ACCEPTED -> "accepted";
            default -> "skipped";
        };
    }

    private String grew(MethodCost method) {
        return name.apply(method.name()) + " grew most: "
                + perRequest(method.self().change(), true)
                + " of CPU per request, now " + perRequest(method.self().candidate(), false) + " or "
                + Numbers.percent(method.self().share()) + " of all";
    }

    private String hottest(MethodCost method) {
        String cost = Double.isNaN(method.self().candidate())
                ? ""
                : ", " + perRequest(method.self().candidate(), false) + " per request";
        return name.apply(method.name()) + " is the hottest method: "
                + Numbers.percent(method.self().share()) + " of the CPU" + cost;
    }

    private static String perRequest(double seconds, boolean signed) {
        return signed ? Numbers.change(seconds, Unit.MILLISECONDS) : Numbers.quantity(seconds, Unit.MILLISECONDS);
    }

    private static long count(List<Claim> claims, Outcome outcome) {
        return claims.stream().filter(claim -> claim.outcome() == outcome).count();
    }
}
