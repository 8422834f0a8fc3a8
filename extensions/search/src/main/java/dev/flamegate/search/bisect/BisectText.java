package dev.flamegate.search.bisect;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.Interval;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.report.text.CauseText;
import dev.flamegate.report.text.Terminal;
import dev.flamegate.search.bisect.Bisection.Alone;
import dev.flamegate.search.bisect.Bisection.Ending;
import dev.flamegate.search.bisect.Bisection.Step;
import dev.flamegate.search.bisect.Bisection.Suspect;
import dev.flamegate.search.bisect.CommitGraph.Commit;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

final class BisectText {
    private static final int MOST_SUSPECTS = 20;
    private static final int SUBJECT = 72;
    private static final double MOST_SURE = 0.999;

    /** A commit's own growth of less than this part of the one searched for leaves some of it to others. */
    private static final double MOST_OF_IT = 0.5;

    private BisectText() {}

    /** A step, as a line for people who wait. */
    public static String step(Step step) {
        return "step " + step.number() + ": " + commit(step.commit()) + " " + result(step) + "; "
                + left(step.left(), step.likeliest(), step.probability());
    }

    static String result(Step step) {
        String pairs = ", " + Names.plural(step.pairs(), "pair");
        return switch (step.result()) {
            case GROWN -> "has the growth (" + probability(step.has()) + pairs + ")";
            case NOT_GROWN -> "does not have the growth (" + probability(1 - step.has()) + pairs + ")";
            case UNCLEAR -> "is not clear (" + probability(step.has()) + " that it has the growth" + pairs + ")";
            case NOT_MEASURABLE -> "cannot be measured: " + Names.visible(step.because());
            case SAME_BUILD -> "is the same build as one that is known";
        };
    }

    /**
     * The commits that are left of a search.
     *
     * @param commits how many
     * @param likeliest of them, with its {@code probability}
     */
    public static String left(int commits, Commit likeliest, double probability) {
        return (commits == 1 ? "1 commit is left, " : commits + " commits are left, the likeliest ") + likeliest.brief()
                + " with " + probability(probability);
    }

    /** {@code 4f2c1a9b3e (Cache the matrix)}. */
    static String commit(Commit commit) {
        return commit.brief() + " (" + subject(commit) + ")";
    }

    /** A probability, never as certainty. */
    static String probability(double probability) {
        return probability > MOST_SURE
                ? "over " + Numbers.percent(MOST_SURE)
                : probability < 1 - MOST_SURE
                        ? "under " + Numbers.percent(1 - MOST_SURE)
                        : Numbers.percent(probability);
    }

    static String subject(Commit commit) {
        return Names.cut(Names.visible(commit.subject()), SUBJECT);
    }

    static String author(Commit commit) {
        return Names.visible(commit.author()) + ", "
                + commit.date().atZone(ZoneOffset.UTC).toLocalDate();
    }

    static String sentence(Bisection bisection) {
        Bisection.FoundGrowth growth = bisection.growth();
        String rule = growth == null
                ? "a rule"
                : Names.visible(growth.finding().rule().id());
        return switch (bisection.ending()) {
            case FOUND ->
                commit(bisection.suspects().get(0).commit()) + " made " + rule + " break, with "
                        + probability(bisection.suspects().get(0).probability()) + " probability";
            case RANGE ->
                "one of " + bisection.suspects().size() + " commits made " + rule
                        + " break; those between cannot be measured, so that no build tells them apart";
            case OUT_OF_TIME ->
                "the budget ended: " + remaining(bisection, rule) + "; the pairs so far count when it is run again";
            case UNCLEAR -> "the pairs do not tell more: " + remaining(bisection, rule);
            case UNFIT -> "too many pairs in a row did not count: " + remaining(bisection, rule);
            case NOT_BROKEN ->
                "no rule breaks between the two revisions, so that there is nothing to search for" + because(bisection);
            case NOT_DECIDED ->
                "it is not decided whether a rule breaks between the two revisions" + because(bisection)
                        + ": run it again, and the pairs so far count";
            case INVALID -> "the two revisions could not be measured soundly" + because(bisection);
        };
    }

    private static String remaining(Bisection bisection, String rule) {
        return Names.plural(bisection.suspects().size(), "commit") + " of " + bisection.commits()
                + " may have made " + rule + " break, with " + Numbers.percent(Search.CONFIDENCE)
                + " probability one of these";
    }

    private static String because(Bisection bisection) {
        return bisection.because().isEmpty() ? "" : " (" + Names.visible(bisection.because()) + ")";
    }

    /** The size of the growth, as a clause; empty if the search had no growth to look for. */
    static Optional<String> growth(Bisection bisection) {
        Bisection.FoundGrowth growth = bisection.growth();
        if (growth == null) {
            return Optional.empty();
        }
        Finding finding = growth.finding();
        String part = Names.part(finding.selector());
        return Optional.of(Names.visible(finding.rule().indicator().name()) + (part.isEmpty() ? "" : " " + part) + " "
                + grown(growth.relative(), growth.interval()) + "; the rule says "
                + Names.visible(finding.criterion().text()));
    }

    private static String grown(double relative, @Nullable Interval interval) {
        return Double.isNaN(relative)
                ? "grew from nothing"
                : Numbers.growth(relative) + (interval == null ? "" : " " + Numbers.bounds(interval));
    }

    /** The commit's effect against its parent, in sentences; empty unless it was found. */
    static List<String> alone(Bisection bisection) {
        if (bisection.ending() != Ending.FOUND) {
            return List.of();
        }
        Alone alone = bisection.alone();
        if (alone == null) {
            return List.of(
                    "It was not compared with its parent: " + command(bisection).orElse(""));
        }
        Finding.Growth own = alone.finding() == null ? null : alone.finding().compared();
        if (own == null || own.relative() == null) {
            return List.of();
        }
        List<String> sentences = new ArrayList<>();
        sentences.add("Against its parent " + Names.commit(alone.parent()) + ": "
                + grown(own.relative(), own.interval()) + ".");
        Bisection.FoundGrowth whole = bisection.growth();
        if (whole != null && Math.abs(own.relative()) < MOST_OF_IT * Math.abs(between(whole))) {
            sentences.add("That is less than half of what grew between the two revisions ("
                    + Numbers.growth(between(whole)) + "): other commits may have added to it.");
        }
        return sentences;
    }

    private static double between(Bisection.FoundGrowth growth) {
        Double whole = growth.finding().growth();
        return whole == null ? growth.relative() : whole;
    }

    /** The place of the growth in the code, in lines; empty if the search had no growth to look for. */
    static List<String> cause(Bisection bisection) {
        Finding finding = bisection.finding();
        return finding == null ? List.of() : CauseText.plain().of(finding);
    }

    /** The command that shows the commit found against its parent; empty where none was, or it has none. */
    static Optional<String> command(Bisection bisection) {
        if (bisection.ending() != Ending.FOUND
                || bisection.suspects().get(0).commit().parents().isEmpty()) {
            return Optional.empty();
        }
        Commit commit = bisection.suspects().get(0).commit();
        return Optional.of("flamegate compare --baseline git:"
                + Names.commit(commit.parents().get(0)) + " --candidate git:" + commit.brief());
    }

    /** The first guess's reason for a commit; empty without one. */
    static String touch(Touch touch) {
        return switch (touch) {
            case CULPRIT -> "touches the culprit's method";
            case FILE -> "touches the culprit's file";
            case MODULE -> "touches the culprit's module";
            case DEPENDENCY -> "touches a module that the culprit's is built from";
            case OTHER -> "";
            case NOT_BUILT -> "touches nothing that is built";
        };
    }

    /**
     * The summary for a terminal or a log, each line ended by a line feed.
     *
     * @param place where the full report is
     */
    public static String summary(Bisection bisection, Terminal terminal, String place) {
        List<String> lines = new ArrayList<>();
        lines.add(terminal.bold(word(bisection.ending())) + "  " + Names.visible(bisection.service()) + ", "
                + Names.visible(bisection.good().name()) + " to "
                + Names.visible(bisection.bad().name()) + ", "
                + Names.plural(bisection.commits(), "commit"));
        lines.addAll(terminal.wrap("  ", sentence(bisection) + "."));
        growth(bisection).ifPresent(growth -> lines.addAll(terminal.wrap("  ", growth + ".")));
        alone(bisection).forEach(sentence -> lines.addAll(terminal.wrap("  ", sentence)));
        cause(bisection).forEach(cause -> lines.addAll(terminal.wrap("  ", cause)));
        if (!bisection.suspects().isEmpty()) {
            lines.add("");
        }
        for (Suspect suspect :
                bisection.suspects().stream().limit(MOST_SUSPECTS).toList()) {
            String touch = touch(suspect.touch());
            lines.add("  " + probability(suspect.probability()) + "  "
                    + suspect.commit().brief() + "  "
                    + subject(suspect.commit()) + "  (" + author(suspect.commit()) + ")"
                    + (touch.isEmpty() ? "" : ", " + touch)
                    + (suspect.measurable() ? "" : ", cannot be measured"));
        }
        if (bisection.suspects().size() > MOST_SUSPECTS) {
            lines.add("  and " + (bisection.suspects().size() - MOST_SUSPECTS) + " more, less probable");
        }
        lines.add("");
        lines.add("Report: " + Names.visible(place));
        return String.join("\n", lines) + "\n";
    }

    /** The ending as one or two words, such as {@code FOUND}. */
    static String word(Ending ending) {
        return ending.name().replace('_', ' ').toUpperCase(Locale.ROOT);
    }
}
