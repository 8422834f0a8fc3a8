package dev.flamegate.publish.ci;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.publish.ci.Annotation.Severity;
import dev.flamegate.report.json.CulpritJson;
import dev.flamegate.report.json.Result;
import dev.flamegate.report.text.CauseText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * One annotation per broken rule, at the culprit's line where its file is in the repository, else at the rule's. GitHub
 * shows ten of a kind in a step and does not mention the others, so the tenth gives the number of those left out;
 * elsewhere more would not be read.
 */
final class Annotations {
    private static final int MOST = 10;
    private final Function<String, Optional<String>> files;

    /**
     * Annotations in a repository.
     *
     * @param files returns the path, from the repository's root, of a file whose path ends with the one given
     */
    Annotations(Function<String, Optional<String>> files) {
        this.files = files;
    }

    /** The lines of a format; empty when there is nothing to say. */
    public List<String> lines(Result result, AnnotationFormat format) {
        return format.lines(result, of(result));
    }

    /** The errors, then the warnings; empty when there is nothing to say. */
    List<Annotation> of(Result result) {
        List<Annotation> all = new ArrayList<>();
        if (result.head().verdict() == Verdict.INVALID) {
            all.add(Annotation.of(
                    Severity.ERROR,
                    "Flamegate: unsound measurement",
                    Names.visible(result.head().headline())));
        }
        all.addAll(atMost(Severity.ERROR, byRule(result, Outcome.FAIL)));
        all.addAll(atMost(Severity.WARNING, byRule(result, Outcome.WARN)));
        if (result.head().verdict() == Verdict.INCONCLUSIVE) {
            all.add(Annotation.of(
                    Severity.WARNING,
                    "Flamegate: not enough evidence",
                    Names.visible(result.head().headline())));
        }
        return all;
    }

    /** A rule counts once, however many criteria and parts of the service break it; the worst is shown. */
    private List<Annotation> byRule(Result result, Outcome outcome) {
        Map<String, List<Result.Finding>> broken = new LinkedHashMap<>();
        result.judged().worstFirst().stream()
                .filter(finding -> finding.verdict() == outcome)
                .forEach(finding -> broken.computeIfAbsent(finding.clause().rule(), rule -> new ArrayList<>())
                        .add(finding));
        if (outcome == Outcome.WARN) {
            result.judged().worstFirst().stream()
                    .filter(finding -> finding.verdict() == Outcome.FAIL)
                    .forEach(finding -> broken.remove(finding.clause().rule()));
        }
        Severity severity = outcome == Outcome.FAIL ? Severity.ERROR : Severity.WARNING;
        return broken.values().stream()
                .map(findings -> annotation(severity, findings))
                .toList();
    }

    private Annotation annotation(Severity severity, List<Result.Finding> findings) {
        Result.Finding worst = findings.get(0);
        CulpritJson culprit = worst.cause().culprit();
        String message = Names.visible(worst.message())
                + (culprit == null
                        ? ""
                        : "\nculprit: " + Names.visible(culprit.frame())
                                + (culprit.share() == null
                                        ? ""
                                        : ", " + Numbers.percent(culprit.share().doubleValue()) + " of the growth")
                                + CauseText.plain()
                                        .callers(culprit.model())
                                        .map(from -> "\n" + from)
                                        .orElse(""))
                + (worst.cause().diagnosis() == null
                        ? ""
                        : "\ndiagnosis: "
                                + Names.visible(worst.cause().diagnosis().id()) + ": "
                                + Names.visible(worst.cause().diagnosis().remedy()))
                + (findings.size() == 1
                        ? ""
                        : "\nand " + Names.plural(findings.size() - 1, "finding") + " more of this rule");
        Optional<String> file =
                culprit == null || culprit.file() == null ? Optional.empty() : files.apply(culprit.file());
        String title = "Flamegate: " + worst.clause().rule();
        if (file.isPresent()) {
            int line = culprit == null || culprit.line() == null ? 0 : Math.max(0, culprit.line());
            return new Annotation(severity, file, line, title, message);
        }
        return new Annotation(severity, files.apply(Names.file(worst.source())), line(worst.source()), title, message);
    }

    private static int line(String source) {
        String line = source.substring(source.lastIndexOf(':') + 1);
        return line.matches("[1-9]\\d{0,8}") ? Integer.parseInt(line) : 0;
    }

    /** The first annotations, at most ten of a kind; the tenth says how many are not shown. */
    private static List<Annotation> atMost(Severity severity, List<Annotation> all) {
        if (all.size() <= MOST) {
            return all;
        }
        List<Annotation> some = new ArrayList<>(all.subList(0, MOST - 1));
        int left = all.size() - some.size();
        some.add(Annotation.of(severity, "Flamegate", left + " more broken rules, see the summary and the report"));
        return some;
    }
}
