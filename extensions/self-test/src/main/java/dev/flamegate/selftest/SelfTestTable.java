package dev.flamegate.selftest;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.report.text.Table;
import dev.flamegate.report.text.Terminal;
import java.util.List;
import java.util.stream.Collectors;

/** Writes the results of a self-test as a table for people, with a row for each comparison. */
final class SelfTestTable {
    private static final List<String> TITLES = List.of("made slower by", "after", "named", "by", "seen", "verdict");

    private SelfTestTable() {}

    static String text(List<SelfTestResult> results, Terminal terminal) {
        Table table = new Table(TITLES, false);
        results.forEach(result -> table.add(row(result), outcome(result)));
        StringBuilder out = new StringBuilder();
        table.lines(terminal).forEach(line -> out.append(line).append('\n'));
        results.stream()
                .filter(result -> result.problem() != null)
                .forEach(result -> out.append(result.name())
                        .append(": ")
                        .append(Names.visible(result.problem()))
                        .append('\n'));
        return out.append('\n').append(summary(results)).append('\n').toString();
    }

    private static List<String> row(SelfTestResult result) {
        return List.of(
                result.slowdown() == null ? "nothing" : result.slowdown().words(),
                Numbers.duration(result.seconds()),
                named(result),
                result.pairs() == 0 ? "counting" : Names.plural(result.pairs(), "pair"),
                result.telling().map(SelfTestTable::seen).orElse("-"),
                result.problem() == null ? result.verdict().name() : "not measured");
    }

    private static Outcome outcome(SelfTestResult result) {
        return Outcome.valueOf(result.verdict().name());
    }

    private static String seen(Finding finding) {
        Double growth = finding.growth();
        return finding.rule().indicator().name() + (growth == null ? "" : " " + Numbers.growth(growth));
    }

    private static String named(SelfTestResult result) {
        String names = result.named().stream()
                .map(frame -> Names.visible(Names.shortFrame(frame)))
                .distinct()
                .limit(2)
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "-" : names + (result.isRight() ? " (right)" : " (wrong)");
    }

    private static String summary(List<SelfTestResult> results) {
        List<SelfTestResult> slowed = results.stream()
                .filter(result -> result.slowdown() != null && result.problem() == null)
                .toList();
        long found = slowed.stream()
                .filter(result -> result.verdict() == Verdict.FAIL)
                .count();
        long right = slowed.stream().filter(SelfTestResult::isRight).count();
        String unchanged = switch (results.get(0).verdict()) {
            case FAIL -> "FAILED too: its rules are tighter than it is steady";
            case INVALID -> "could not be judged";
            default -> "did not fail";
        };
        return found + " of " + Names.plural(slowed.size(), "slowdown") + " failed the build, " + right
                + " with the right method; the unchanged service "
                + unchanged + ".";
    }
}
