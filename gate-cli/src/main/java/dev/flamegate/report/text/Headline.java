package dev.flamegate.report.text;

import dev.flamegate.model.Criterion;
import dev.flamegate.model.Finding;
import dev.flamegate.model.Outcome;
import dev.flamegate.model.Unit;
import dev.flamegate.model.ValidityProblem;
import dev.flamegate.profile.MethodCost;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.HotMethods;
import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A report in two sentences: what broke, and which method stands out. Names that come from outside pass through a
 * function of the caller's, which makes them fit for its format.
 */
public final class Headline {
    private final UnaryOperator<String> name;

    /** Words with names as {@code name} answers them. */
    public Headline(UnaryOperator<String> name) {
        this.name = name;
    }

    /** Words with names in plain text. */
    public static Headline plain() {
        return new Headline(Names::visible);
    }

    /** What the verdict rests on. */
    public String sentence(GateReport report) {
        return switch (report.judgement().verdict()) {
            case FAIL -> worst(report, Outcome.FAIL, "is broken", "are broken");
            case WARN -> worst(report, Outcome.WARN, "warns", "warn");
            case INCONCLUSIVE -> worst(report, Outcome.INCONCLUSIVE, "is undecided", "are undecided");
            case INVALID -> invalid(report);
            case PASS -> passed(report);
        };
    }

    /**
     * The culprit of the worst finding that has one, or why none stands out. Where no cause was looked for: the method
     * that grew most per request where there is a baseline and one stands out, else the hottest.
     *
     * @return empty without a CPU profile
     */
    public Optional<String> method(GateReport report, HotMethods methods) {
        CauseText causes = new CauseText(name);
        Optional<String> culprit = report.worstFirst().stream()
                .flatMap(finding -> Stream.ofNullable(finding.culprit()))
                .findFirst()
                .map(causes::culprit);
        Optional<String> none = report.worstFirst().stream()
                .flatMap(finding -> Stream.ofNullable(finding.noCulprit()))
                .findFirst()
                .map(because -> "no culprit stands out: " + name.apply(because));
        return culprit.or(() -> none).or(() -> observed(methods));
    }

    private Optional<String> observed(HotMethods methods) {
        Optional<MethodCost> grown = methods.grewMost();
        return grown.isPresent() ? grown.map(this::grew) : methods.hottest().map(this::hottest);
    }

    /** One finding in a few words, without its reasons. */
    public String brief(Finding finding) {
        Unit unit = finding.rule().indicator().unit();
        Double value = finding.value();
        String subject = name.apply(Messages.subject(finding));
        if (value == null) {
            return subject + " could not be measured";
        }
        Double growth = finding.growth();
        String now = Numbers.quantity(value, unit);
        String limit = " (limit: " + name.apply(finding.criterion().text()) + ")";
        if (finding.criterion() instanceof Criterion.Growth && growth != null && Double.isFinite(growth)) {
            String size = Numbers.percent(Math.abs(growth));
            String of = Messages.isOfWhole(finding) ? " of the baseline's whole" : "";
            return subject + (growth < 0 ? " fell by " : " grew by ") + size + of + " to " + now + limit;
        }
        return subject + " is " + now + limit;
    }

    private String worst(GateReport report, Outcome outcome, String one, String many) {
        List<Finding> all = report.worstFirst().stream()
                .filter(finding -> finding.outcome() == outcome)
                .toList();
        if (all.isEmpty()) {
            return "No single finding explains the verdict";
        }
        String verb = all.size() == 1 ? one : many;
        return brief(all.get(0)) + "; " + Numbers.count(all.size()) + " of "
                + Names.plural(report.judgement().findings().size(), "criterion", "criteria") + " " + verb;
    }

    private String invalid(GateReport report) {
        List<ValidityProblem> problems = report.judgement().validity().stream()
                .filter(ValidityProblem::invalidates)
                .toList();
        if (problems.isEmpty()) {
            return worst(report, Outcome.INVALID, "is invalid", "are invalid");
        }
        String more = problems.size() == 1 ? "" : " (and " + (problems.size() - 1) + " more)";
        return "The measurement is unsound: " + name.apply(problems.get(0).message()) + more;
    }

    private static String passed(GateReport report) {
        List<Finding> findings = report.judgement().findings();
        long held = count(findings, Outcome.PASS);
        String others = List.of(Outcome.RECORDED, Outcome.MASKED, Outcome.ACCEPTED, Outcome.SKIPPED).stream()
                .filter(outcome -> count(findings, outcome) > 0)
                .map(outcome -> count(findings, outcome) + " " + word(outcome))
                .collect(Collectors.joining(", "));
        String all = held == findings.size() && held > 1 ? "All " : "";
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
        return name.apply(method.name()) + " grew most: " + perRequest(method.self().change(), true)
                + " of CPU per request, now " + perRequest(method.self().candidate(), false) + " or "
                + Numbers.percent(method.self().share()) + " of all";
    }

    private String hottest(MethodCost method) {
        String cost = Double.isNaN(method.self().candidate()) ? "" : ", " + perRequest(method.self().candidate(), false) + " per request";
        return name.apply(method.name()) + " is the hottest method: " + Numbers.percent(method.self().share())
                + " of the CPU" + cost;
    }

    private static String perRequest(double seconds, boolean signed) {
        return signed ? Numbers.change(seconds, Unit.MILLISECONDS) : Numbers.quantity(seconds, Unit.MILLISECONDS);
    }

    private static long count(List<Finding> findings, Outcome outcome) {
        return findings.stream().filter(finding -> finding.outcome() == outcome).count();
    }
}
