package dev.flamegate.ci;

import dev.flamegate.format.Escapes;
import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.report.json.Culprit;
import dev.flamegate.report.json.Result;
import dev.flamegate.report.text.CauseText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * One annotation per broken rule as a workflow command of GitHub Actions, at the culprit's line where its file is
 * in the
 * repository, else at the rule's. GitHub shows ten of a kind in a step and does not mention the others, so the tenth
 * gives the number of those left out.
 */
public final class Annotations {
    private static final int MOST = 10;
    private static final int LONGEST = 2000;

    private final Function<String, Optional<String>> files;

    /**
     * Annotations in a repository.
     *
     * @param files returns the path, from the repository's root, of a file whose path ends with the one given
     */
    public Annotations(Function<String, Optional<String>> files) {
        this.files = files;
    }

    /** The commands, one per line; empty when there is nothing to say. */
    public List<String> of(Result result) {
        List<String> lines = new ArrayList<>();
        lines.addAll(commands("error", unsound(result)));
        lines.addAll(commands("error", byRule(result, Outcome.FAIL)));
        lines.addAll(commands("warning", byRule(result, Outcome.WARN)));
        if (result.verdict() == Verdict.INCONCLUSIVE) {
            lines.add(command("warning", Optional.empty(), 0, "Flamegate: not enough evidence", result.headline()));
        }
        return lines;
    }

    private List<String> unsound(Result result) {
        return result.verdict() == Verdict.INVALID
                ? List.of(command("error", Optional.empty(), 0, "Flamegate: unsound measurement", result.headline()))
                : List.of();
    }

    /** A rule counts once, however many criteria and parts of the service break it; the worst is shown. */
    private List<String> byRule(Result result, Outcome outcome) {
        Map<String, List<Result.Finding>> broken = new LinkedHashMap<>();
        result.worstFirst().stream()
                .filter(finding -> finding.verdict() == outcome)
                .forEach(finding -> broken.computeIfAbsent(finding.rule(), rule -> new ArrayList<>())
                        .add(finding));
        if (outcome == Outcome.WARN) {
            result.worstFirst().stream()
                    .filter(finding -> finding.verdict() == Outcome.FAIL)
                    .forEach(finding -> broken.remove(finding.rule()));
        }
        String kind = outcome == Outcome.FAIL ? "error" : "warning";
        return broken.values().stream()
                .map(findings -> annotation(kind, findings))
                .toList();
    }

    private String annotation(String kind, List<Result.Finding> findings) {
        Result.Finding worst = findings.get(0);
        Culprit culprit = worst.culprit();
        String message = worst.message()
                + (culprit == null
                        ? ""
                        : "\nculprit: " + culprit.frame()
                                + (culprit.share() == null
                                        ? ""
                                        : ", " + Numbers.percent(culprit.share().doubleValue()) + " of the growth")
                                + CauseText.plain()
                                        .callers(culprit.model())
                                        .map(from -> "\n" + from)
                                        .orElse(""))
                + (worst.diagnosis() == null
                        ? ""
                        : "\ndiagnosis: " + worst.diagnosis().id() + ": "
                                + worst.diagnosis().remedy())
                + (findings.size() == 1
                        ? ""
                        : "\nand " + Names.plural(findings.size() - 1, "finding") + " more of this rule");
        Optional<String> file =
                culprit == null || culprit.file() == null ? Optional.empty() : files.apply(culprit.file());
        String title = "Flamegate: " + worst.rule();
        if (file.isPresent()) {
            return command(kind, file, culprit == null || culprit.line() == null ? 0 : culprit.line(), title, message);
        }
        return command(kind, files.apply(Names.file(worst.source())), line(worst.source()), title, message);
    }

    private static int line(String source) {
        String line = source.substring(source.lastIndexOf(':') + 1);
        return line.matches("[1-9]\\d{0,8}") ? Integer.parseInt(line) : 0;
    }

    /** At most ten of a kind; the tenth says how many are not shown. */
    private static List<String> commands(String kind, List<String> all) {
        if (all.size() <= MOST) {
            return all;
        }
        List<String> some = new ArrayList<>(all.subList(0, MOST - 1));
        int left = all.size() - some.size();
        some.add(command(
                kind, Optional.empty(), 0, "Flamegate", left + " more broken rules, see the summary and the report"));
        return some;
    }

    private static String command(String kind, Optional<String> file, int line, String title, String message) {
        List<String> properties = new ArrayList<>();
        file.ifPresent(path -> properties.add("file=" + Escapes.commandProperty(path)));
        if (file.isPresent() && line > 0) {
            properties.add("line=" + line);
        }
        properties.add("title=" + Escapes.commandProperty(Names.visible(Names.cut(title, 100))));
        return "::" + kind + " " + String.join(",", properties) + "::" + Escapes.command(Names.cut(message, LONGEST));
    }
}
