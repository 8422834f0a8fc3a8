package dev.flamegate.doctor;

import dev.flamegate.check.Check;
import dev.flamegate.check.CheckResult;
import dev.flamegate.check.CheckResult.Status;
import dev.flamegate.format.Escapes;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.report.text.Explained;
import dev.flamegate.report.text.Terminal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The doctor's results for people: grouped, a line each, remedies below. */
final class DoctorText {
    private static final int NAME = 17;
    private static final String INDENT = " ".repeat(4 + NAME);

    private final Terminal terminal;
    private Check.@Nullable Group group;

    DoctorText(Terminal terminal) {
        this.terminal = terminal;
    }

    /** The lines of the next result, with its group's title where one begins. */
    List<String> lines(Check.Report report) {
        List<String> lines = new ArrayList<>();
        if (report.group() != group) {
            if (group != null) {
                lines.add("");
            }
            group = report.group();
            lines.add(terminal.bold(report.group().title()));
        }
        CheckResult result = report.result();
        Outcome outcome = outcome(result.status());
        String mark = terminal.coloured(outcome.symbol(), outcome);
        String name = report.id() + " ".repeat(Math.max(1, NAME - report.id().length()));
        List<String> message = terminal.wrap(INDENT, Escapes.terminal(result.message()));
        lines.add("  " + mark + " " + name + message.get(0).strip());
        lines.addAll(message.subList(1, message.size()));
        if (!result.remedy().isEmpty()) {
            lines.addAll(terminal.wrap(INDENT, "→ " + Escapes.terminal(result.remedy())).stream()
                    .map(line -> INDENT + terminal.coloured(line.strip(), outcome))
                    .toList());
        }
        return lines;
    }

    /** The last lines: the conclusion. */
    List<String> end(List<Check.Report> all, boolean withPlan, Path plan) {
        String failed = ids(all, Status.FAIL);
        String warned = ids(all, Status.WARN);
        String what = withPlan ? "a run of " + plan : "a run here";
        String verdict = failed.isEmpty()
                ? terminal.coloured("Nothing stops " + what + ".", Outcome.PASS)
                : terminal.coloured("This would stop " + what + ": " + failed + ".", Outcome.FAIL);
        List<String> lines = new ArrayList<>(List.of(""));
        lines.add(verdict + (warned.isEmpty() ? "" : " Worth a look: " + warned + "."));
        Explained.line(all.stream()
                        .filter(report -> report.is(Status.FAIL))
                        .map(Check.Report::id)
                        .toList())
                .ifPresent(more -> lines.addAll(terminal.wrap("", more)));
        if (!withPlan) {
            lines.add("There is no plan " + plan
                    + " here, so only the machine was checked; `flamegate init` writes one.");
        }
        return lines;
    }

    private static String ids(List<Check.Report> all, Status status) {
        return all.stream()
                .filter(report -> report.is(status))
                .map(Check.Report::id)
                .collect(Collectors.joining(", "));
    }

    private static Outcome outcome(Status status) {
        return switch (status) {
            case OK -> Outcome.PASS;
            case WARN -> Outcome.WARN;
            case FAIL -> Outcome.FAIL;
            case SKIP -> Outcome.SKIPPED;
        };
    }
}
