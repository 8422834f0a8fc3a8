package dev.flamegate.search.night;

import dev.flamegate.cli.history.FalseAlarms;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One command of a night.
 *
 * @param kind what it does
 * @param name of the service's folder, which is unique in a night
 * @param plan file of the service
 * @param good full hash
 * @param bad full hash of the commit to judge, or of the bad end of a search
 * @param budget that the command gets
 */
public record Work(Kind kind, String name, Path plan, String good, String bad, Duration budget) {
    public enum Kind {
        COMPARE,
        BISECT,
        /** Compares a build with itself, in pairs, to see how often the gate is wrong. */
        SENTINEL;

        /** Name of its files: {@code compare}. */
        String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The command line after the program's name, but for where plan and report are. */
    public List<String> words() {
        List<String> options = List.of(
                "--budget=" + Math.max(1, budget.toSeconds()) + "s",
                "--tag=" + (kind == Kind.SENTINEL ? FalseAlarms.TAG : NightProgress.TAG) + "="
                        + good.substring(0, Math.min(10, good.length())),
                "--json",
                "--quiet");
        List<String> words = new ArrayList<>(
                switch (kind) {
                    case COMPARE -> List.of("compare", "--baseline=git:" + good, "--candidate=git:" + bad);
                    case BISECT -> List.of("bisect", good, bad);
                    // Counted, it would pass without a pair.
                    case SENTINEL ->
                        List.of(
                                "compare",
                                "--baseline=git:" + good,
                                "--candidate=git:" + good,
                                "--set=compare.work=off");
                });
        words.addAll(options);
        return List.copyOf(words);
    }

    /** Describes the work to people who wait. */
    public String text() {
        return switch (kind) {
                    case COMPARE -> "comparing ";
                    case BISECT -> "searching ";
                    case SENTINEL -> "comparing the unchanged ";
                }
                + name;
    }
}
