package dev.flamegate.publish.format;

import dev.flamegate.format.Escapes;
import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.Run;
import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.ValidityProblem;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.profile.MethodCost;
import dev.flamegate.report.ComparisonCourse;
import dev.flamegate.report.FailedRequests;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.HotMethods;
import dev.flamegate.report.text.CauseText;
import dev.flamegate.report.text.Explanations;
import dev.flamegate.report.text.FailureText;
import dev.flamegate.report.text.Headline;
import dev.flamegate.report.text.Messages;
import dev.flamegate.report.text.PairsText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The summary for a pull request or a job page: verdict, what grew by how much, why, where, since which
 * commit and what to do now, then the rest folded away. Everything from outside is code, as a
 * code span or escaped in an HTML block, so no name can format, link, mention or refer.
 */
public final class MarkdownReport {
    /** Size limit, below the 65 536 characters of a comment, with room for a caller's own lines. */
    static final int MOST_BYTES = 56 * 1024;

    private static final int LONGEST_NAME = 200;
    private static final int LONGEST_MESSAGE = 600;
    private static final int MOST_GROUPS = 3;
    private static final int MOST_PROBLEMS = 10;
    private static final int MOST_FAILED = 5;
    private static final int HOTTEST = 5;

    private MarkdownReport() {}

    /** The text in UTF-8, below 60 KB; it says how many findings were left out. */
    public static byte[] write(GateReport report) {
        StringBuilder out = new StringBuilder();
        Run run = report.run();
        Verdict verdict = report.judgement().verdict();
        HotMethods methods = report.methods();
        out.append("**").append(verdict.symbol()).append(' ').append(verdict).append("** ");
        out.append(Escapes.markdown(run.service())).append(", ");
        out.append(report.comparison()
                        .map(compared -> PairsText.heading(compared, MarkdownReport::span))
                        .orElseGet(() -> "run " + Escapes.markdown(run.id())))
                .append("\n\n");
        Headline headline = new Headline(MarkdownReport::span);
        out.append(headline.sentence(headline.basis(report))).append(".\n\n");
        unsound(out, report.unsound());
        headline.hottest(report).ifPresent(method -> out.append(method).append(".\n\n"));
        headline.answers(report)
                .forEach(answer -> out.append("**")
                        .append(answer.question())
                        .append(":** ")
                        .append(answer.text())
                        .append("\n\n"));
        findings(out, report.worstFirst());
        failures(out, report.failures());
        hottest(out, methods, methods.isCompared() && verdict != Verdict.PASS);
        doubts(out, report);
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void unsound(StringBuilder out, List<ValidityProblem> problems) {
        problems.stream()
                .limit(MOST_PROBLEMS)
                .forEach(problem -> out.append("- ")
                        .append(Escapes.markdown(cut(Names.check(problem))))
                        .append(": ")
                        .append(Escapes.markdown(cut(problem.message())))
                        .append("; ")
                        .append(Escapes.markdown(cut(problem.remedy())))
                        .append('\n'));
        if (problems.size() > MOST_PROBLEMS) {
            out.append("- and ")
                    .append(Names.plural(problems.size() - MOST_PROBLEMS, "problem"))
                    .append(" more\n");
        }
        if (!problems.isEmpty()) {
            out.append('\n');
        }
    }

    /** What the pairs could have seen, and what raises doubts without changing the verdict; a line each. */
    private static void doubts(StringBuilder out, GateReport report) {
        StringBuilder items = new StringBuilder();
        report.comparison()
                .ifPresent(compared -> items.append("<li>")
                        .append(PairsText.detectable(compared, name -> Escapes.code(cut(name)))
                                .orElseGet(() -> tooFew(compared)))
                        .append("</li>\n"));
        List<String> doubts = report.doubts();
        doubts.stream()
                .limit(MOST_PROBLEMS)
                .forEach(doubt -> items.append("<li>")
                        .append(Escapes.code(Names.cut(doubt, LONGEST_MESSAGE)))
                        .append("</li>\n"));
        if (!items.isEmpty() && bytes(out.toString()) + bytes(items.toString()) < MOST_BYTES) {
            out.append("\n<details><summary>")
                    .append(
                            doubts.isEmpty()
                                    ? "What would have been seen"
                                    : report.unsound().isEmpty() ? GateReport.DOUBTS : "Other doubts")
                    .append("</summary>\n<ul>\n")
                    .append(items)
                    .append("</ul>\n</details>\n");
        }
    }

    private static void findings(StringBuilder out, List<Finding> findings) {
        if (findings.isEmpty()) {
            return;
        }
        Explanations explanations = Explanations.of(findings);
        List<String> rows = new ArrayList<>();
        Set<String> causes = new HashSet<>();
        int used = bytes(out.toString());
        List<Finding> withRow = Explanations.rows(findings);
        for (Finding finding : withRow) {
            String row = row(finding, !explanations.isRepeated(finding), causes);
            used += bytes(row);
            if (used > MOST_BYTES - 4096) {
                break;
            }
            rows.add(row);
        }
        out.append("<details><summary>")
                .append(Names.plural(findings.size(), "finding"))
                .append("</summary>\n<table>\n<thead><tr><th>Rule</th><th>Value</th><th>Limit</th><th>Growth</th>")
                .append("<th>Outcome</th></tr></thead>\n<tbody>\n");
        rows.forEach(out::append);
        out.append("</tbody>\n</table>\n");
        explanations.groups(name -> Escapes.code(cut(name))).stream()
                .limit(MOST_GROUPS)
                .forEach(group -> out.append("<p>")
                        .append(Outcome.RECORDED.symbol())
                        .append(' ')
                        .append(group)
                        .append("</p>\n"));
        if (rows.size() < withRow.size()) {
            out.append("<p>")
                    .append(Names.plural(withRow.size() - rows.size(), "finding"))
                    .append(" more, none of them worse, in the full report.</p>\n");
        }
        out.append("</details>\n\n");
    }

    private static String row(Finding finding, boolean explained, Set<String> told) {
        Unit unit = finding.rule().indicator().unit();
        Double value = finding.value();
        Double growth = finding.growth();
        String part = Names.selector(finding.selector());
        String grown = growth == null ? "" : Numbers.growth(growth);
        if (growth != null && finding.interval() != null) {
            grown += " " + Numbers.bounds(finding.interval());
        }
        String message = explained && finding.outcome().rank() <= Outcome.ACCEPTED.rank()
                ? "<br>" + Escapes.code(Names.cut(Messages.of(finding), LONGEST_MESSAGE)) + causes(finding, told)
                : "";
        return "<tr><td>" + Escapes.code(cut(finding.rule().id() + (part.isEmpty() ? "" : " (" + part + ")"))) + message
                + "</td><td>" + Escapes.code(value == null ? "unknown" : Numbers.quantity(value, unit)) + "</td><td>"
                + Escapes.code(cut(finding.criterion().text())) + "</td><td>"
                + (grown.isEmpty() ? "" : Escapes.code(grown))
                + "</td><td>" + finding.outcome().symbol() + " " + finding.outcome() + "</td></tr>\n";
    }

    private static String causes(Finding finding, Set<String> told) {
        return CauseText.plain().of(finding).stream()
                .filter(told::add)
                .map(cause -> "<br>" + Escapes.code(Names.cut(cause, LONGEST_MESSAGE)))
                .collect(Collectors.joining());
    }

    private static void failures(StringBuilder out, List<FailedRequests> failures) {
        if (failures.isEmpty()) {
            return;
        }
        FailureText text = new FailureText(message -> Escapes.code(Names.cut(message, LONGEST_NAME)));
        StringBuilder items = new StringBuilder();
        for (FailedRequests arm : failures) {
            arm.names().stream()
                    .limit(MOST_FAILED)
                    .forEach(name -> items.append("<li>")
                            .append(text.name(arm.arm(), name.request(), name.failed(), name.total()))
                            .append(name.ways().stream()
                                    .map(way -> "<br>" + text.times(way.count(), way.message()))
                                    .collect(Collectors.joining()))
                            .append("</li>\n"));
            if (arm.names().size() > MOST_FAILED) {
                items.append("<li>")
                        .append(FailureText.more(arm.names().size() - MOST_FAILED))
                        .append("</li>\n");
            }
            arm.logged().stream()
                    .limit(MOST_GROUPS)
                    .forEach(error -> items.append("<li>")
                            .append(FailureText.log(arm.arm()))
                            .append(": ")
                            .append(text.times(error.count(), String.join(" | ", error.lines())))
                            .append("</li>\n"));
        }
        if (bytes(out.toString()) + bytes(items.toString()) < MOST_BYTES - 2048) {
            out.append("<details><summary>")
                    .append(FailureText.TITLE)
                    .append("</summary>\n<ul>\n")
                    .append(items)
                    .append("</ul>\n</details>\n\n");
        }
    }

    /** The hottest methods; of a PASS without their changes, as none was shown. */
    private static void hottest(StringBuilder out, HotMethods methods, boolean compared) {
        List<MethodCost> top = methods.bySelf().stream().limit(HOTTEST).toList();
        if (top.isEmpty()) {
            return;
        }
        out.append("<details><summary>Hottest methods</summary>\n<table>\n<thead><tr><th>Method</th><th>Own CPU</th>")
                .append("<th>Per request</th>")
                .append(compared ? "<th>Against the baseline</th>" : "")
                .append("</tr></thead>\n<tbody>\n");
        for (MethodCost method : top) {
            out.append("<tr><td>")
                    .append(Escapes.code(cut(method.name())))
                    .append("</td><td>")
                    .append(Numbers.percent(method.self().share()))
                    .append("</td><td>")
                    .append(Numbers.quantity(method.self().candidate(), Unit.MILLISECONDS))
                    .append("</td>")
                    .append(
                            compared
                                    ? "<td>" + Numbers.change(method.self().change(), Unit.MILLISECONDS) + "</td>"
                                    : "")
                    .append("</tr>\n");
        }
        out.append("</tbody>\n</table>\n</details>\n");
    }

    private static String tooFew(ComparisonCourse compared) {
        return Numbers.count(compared.valid()) + " of "
                + Names.plural(compared.pairs().size(), "pair")
                + " count; the growth that would have been seen is not known";
    }

    private static String span(String name) {
        return Escapes.markdown(cut(name));
    }

    private static String cut(String text) {
        return Names.cut(text, LONGEST_NAME);
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
