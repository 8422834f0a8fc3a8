package dev.flamegate.selftest;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What a self-test found, as a table for people: a row for each comparison. */
final class SelfTestTable {
    private static final List<String> HEAD = List.of("made slower by", "verdict", "after", "by", "seen", "named");

    private SelfTestTable() {}

    static String text(List<SelfTestResult> results) {
        List<List<String>> rows = new ArrayList<>(List.of(HEAD));
        results.forEach(result -> rows.add(row(result)));
        StringBuilder out = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                int column = i;
                int width = rows.stream()
                        .mapToInt(one -> one.get(column).length())
                        .max()
                        .orElse(0);
                line.append(row.get(i)).append(" ".repeat(width - row.get(i).length() + 2));
            }
            out.append(line.toString().stripTrailing()).append('\n');
        }
        results.stream()
                .filter(result -> result.problem() != null)
                .forEach(result -> out.append(result.name())
                        .append(": ")
                        .append(Names.visible(result.problem()))
                        .append('\n'));
        return out.append(summary(results)).append('\n').toString();
    }

    private static List<String> row(SelfTestResult result) {
        return List.of(
                result.slowdown() == null ? "nothing" : result.slowdown().words(),
                result.problem() == null ? result.verdict().name() : "not measured",
                Numbers.duration(result.seconds()),
                result.pairs() == 0 ? "counting" : Names.plural(result.pairs(), "pair"),
                result.telling().map(SelfTestTable::seen).orElse("-"),
                named(result));
    }

    private static String seen(Finding finding) {
        Double growth = finding.growth();
        return finding.rule().indicator().name() + (growth == null ? "" : " " + Numbers.growth(growth));
    }

    private static String named(SelfTestResult result) {
        String names = result.named().stream()
                .map(culprit -> Names.visible(Names.shortFrame(culprit.frame())))
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
        boolean alarm =
                results.stream().anyMatch(result -> result.slowdown() == null && result.verdict() == Verdict.FAIL);
        return found + " of " + Names.plural(slowed.size(), "slowdown") + " failed the build, " + right
                + " with the right method; the unchanged service "
                + (alarm ? "FAILED too: its rules are tighter than it is steady" : "did not fail") + ".";
    }
}
