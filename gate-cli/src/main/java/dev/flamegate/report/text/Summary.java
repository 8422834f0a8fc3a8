package dev.flamegate.report.text;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.Run;
import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.ValidityProblem;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.profile.MethodCost;
import dev.flamegate.report.FailedRequests;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.HotMethods;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The summary for a terminal or a log: the verdict first, then why. */
public final class Summary {
    private static final int MOST_ROWS = 40;
    private static final int HOTTEST = 5;
    private static final int FAILED_NAMES = 5;
    private static final int FAILED_WAYS = 3;

    /** Width of the questions on the first screen. */
    private static final int QUESTION = "Where".length() + 1;

    private final GateReport report;
    private final Terminal terminal;
    /** Causes that stand there already: findings often share one. */
    private final Set<String> said = new HashSet<>();

    private final StringBuilder out = new StringBuilder();

    private Summary(GateReport report, Terminal terminal) {
        this.report = report;
        this.terminal = terminal;
    }

    /**
     * Writes the summary, each line ended by a line feed.
     *
     * @param place where the full report is, as people should open it; {@code null} without one
     */
    public static String write(GateReport report, Terminal terminal, @Nullable String place) {
        return new Summary(report, terminal).write(place);
    }

    private String write(@Nullable String place) {
        verdict();
        unsound();
        findings();
        report.comparison().filter(compared -> !compared.pairs().isEmpty()).ifPresent(compared -> {
            line("");
            PairsTable.lines(compared, terminal).forEach(this::line);
            PairsText.detectable(compared, Names::visible).ifPresent(text -> {
                line("");
                wrap("  ", sentence(text));
            });
        });
        failures();
        hottest();
        doubts();
        more();
        if (place != null) {
            line("");
            line("Report: " + Names.visible(place));
        }
        return out.toString();
    }

    private void verdict() {
        Run run = report.run();
        Verdict verdict = report.judgement().verdict();
        String word = verdict.symbol() + " " + verdict;
        line(terminal.bold(terminal.coloured(word, Outcome.valueOf(verdict.name()))) + "  "
                + Names.visible(run.service())
                + (report.comparison().isPresent()
                        ? ""
                        : ", run " + Names.visible(run.id()) + ", "
                                + Names.plural(run.trials().size(), "trial")));
        report.comparison().ifPresent(compared -> wrap("  ", PairsText.heading(compared, Names::visible) + "."));
        Headline headline = Headline.plain();
        Basis basis = headline.basis(report);
        wrap("  ", sentence(headline.sentence(basis)));
        headline.hottest(report).ifPresent(method -> wrap("  ", sentence(method)));
        // The lines above the findings have told the worst culprit.
        report.worstFirst().stream()
                .filter(finding -> finding.culprit() != null)
                .limit(1)
                .forEach(finding -> CauseText.plain().of(finding).stream()
                        .filter(cause -> !cause.startsWith("diagnosis"))
                        .forEach(said::add));
        headline.answers(report).forEach(answer -> {
            String question = answer.question() + ":"
                    + " ".repeat(Math.max(1, QUESTION - answer.question().length()));
            wrap("  ", question + answer.text());
        });
    }

    /** What made the measurement unsound. */
    private void unsound() {
        List<ValidityProblem> problems = report.unsound();
        if (problems.isEmpty()) {
            return;
        }
        line("");
        for (ValidityProblem problem : problems) {
            wrap("  ", Outcome.INVALID.symbol() + " " + Names.check(problem) + ": " + Names.visible(problem.message()));
            wrap("      ", "-> " + Names.visible(problem.remedy()));
        }
    }

    private void findings() {
        List<Finding> findings = report.worstFirst();
        if (findings.isEmpty()) {
            return;
        }
        line("");
        Table table = new Table(List.of("RULE", "VALUE", "LIMIT", "GROWTH", "OUTCOME"), false);
        List<Finding> rows = Explanations.rows(findings);
        rows.stream().limit(MOST_ROWS).forEach(finding -> table.add(row(finding), finding.outcome()));
        table.lines(terminal).forEach(this::line);
        if (rows.size() > MOST_ROWS) {
            line("  and " + Names.plural(rows.size() - MOST_ROWS, "finding") + " more, none of them worse");
        }
        explanations(findings);
    }

    private void explanations(List<Finding> findings) {
        Explanations explanations = Explanations.of(findings);
        List<Finding> notable = Explanations.rows(findings).stream()
                .limit(MOST_ROWS)
                .filter(finding ->
                        finding.outcome() != Outcome.PASS || !finding.warnings().isEmpty())
                .filter(finding -> !explanations.isGrouped(finding) && !explanations.isRepeated(finding))
                .toList();
        List<String> groups = explanations.groups(Names::visible);
        if (!notable.isEmpty() || !groups.isEmpty()) {
            line("");
        }
        notable.forEach(this::explained);
        String symbol = terminal.coloured(Outcome.RECORDED.symbol(), Outcome.RECORDED);
        groups.forEach(group -> wrap("  ", symbol + " " + group));
    }

    private void explained(Finding finding) {
        String symbol = terminal.coloured(finding.outcome().symbol(), finding.outcome());
        wrap("  ", symbol + " " + Names.visible(finding.rule().id()) + ": " + Messages.of(finding));
        CauseText.plain().of(finding).stream().filter(said::add).forEach(cause -> wrap("      ", cause));
        finding.warnings().forEach(warning -> wrap("      ", "! " + Names.visible(warning.message())));
    }

    private static List<String> row(Finding finding) {
        Unit unit = finding.rule().indicator().unit();
        String part = Names.part(finding.selector());
        Double growth = finding.growth();
        String grown = growth == null ? "" : Numbers.growth(growth);
        if (growth != null && finding.interval() != null) {
            grown += " " + Numbers.bounds(finding.interval());
        }
        Double value = finding.value();
        return List.of(
                Names.visible(finding.rule().id()) + (part.isEmpty() ? "" : " " + part),
                value == null ? "unknown" : Numbers.quantity(value, unit),
                Names.visible(finding.criterion().text()),
                grown,
                finding.outcome().symbol() + " " + finding.outcome());
    }

    private void failures() {
        FailureText text = new FailureText(Names::visible);
        if (!report.failures().isEmpty()) {
            line("");
            line(terminal.bold(FailureText.TITLE));
        }
        for (FailedRequests arm : report.failures()) {
            arm.names().stream().limit(FAILED_NAMES).forEach(name -> {
                wrap("  ", text.name(arm.arm(), name.request(), name.failed(), name.total()));
                name.ways().stream()
                        .limit(FAILED_WAYS)
                        .forEach(way -> wrap("      ", text.times(way.count(), way.message())));
            });
            if (arm.names().size() > FAILED_NAMES) {
                line("  and " + FailureText.more(arm.names().size() - FAILED_NAMES));
            }
            if (!arm.logged().isEmpty()) {
                line("  " + FailureText.log(arm.arm()) + ":");
                arm.logged().stream().limit(FAILED_WAYS).forEach(error -> {
                    wrap("      ", text.times(error.count(), error.lines().get(0)));
                    error.lines().stream().skip(1).forEach(more -> wrap("        ", Names.visible(more)));
                });
            }
        }
    }

    private void hottest() {
        HotMethods methods = report.methods();
        List<MethodCost> top = methods.bySelf().stream().limit(HOTTEST).toList();
        if (top.isEmpty()) {
            return;
        }
        line("");
        List<String> titles = new ArrayList<>(List.of("HOTTEST METHOD (OWN CPU)", "SHARE", "PER REQUEST"));
        // Of a PASS no change is told, as none was shown.
        boolean isCompared = methods.isCompared() && report.judgement().verdict() != Verdict.PASS;
        if (isCompared) {
            titles.add("VS BASELINE");
        }
        Table table = new Table(titles, true);
        for (MethodCost method : top) {
            List<String> row = new ArrayList<>(List.of(
                    Names.visible(method.name()),
                    Numbers.percent(method.self().share()),
                    Numbers.quantity(method.self().candidate(), Unit.MILLISECONDS)));
            if (isCompared) {
                row.add(Numbers.change(method.self().change(), Unit.MILLISECONDS));
            }
            table.add(row, Outcome.PASS);
        }
        table.lines(terminal.withoutColour()).forEach(this::line);
    }

    /** What did not change the verdict, a line each. */
    private void doubts() {
        List<String> doubts = report.doubts();
        if (!doubts.isEmpty()) {
            line("");
            line(terminal.bold(report.unsound().isEmpty() ? GateReport.DOUBTS : "Other doubts"));
            doubts.forEach(doubt -> wrap("  ", "! " + Names.visible(doubt)));
        }
    }

    /** Tells where to read about unsound or doubtful results, and about the warnings above. */
    private void more() {
        Explained.of(report).ifPresent(text -> {
            line("");
            wrap("", text);
        });
    }

    /** Ends a clause as a separate sentence. Its lower-case letter stays: it starts with the name of an indicator. */
    private static String sentence(String clause) {
        return clause + ".";
    }

    private void wrap(String indent, String text) {
        terminal.wrap(indent, text).forEach(this::line);
    }

    private void line(String text) {
        out.append(text).append('\n');
    }
}
