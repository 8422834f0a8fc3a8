package dev.flamegate.search.night;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

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
        BISECT
    }

    /** The command line after the program's name, but for where plan and report are. */
    public List<String> words() {
        List<String> options = List.of(
                "--budget=" + Math.max(1, budget.toSeconds()) + "s",
                "--tag=" + NightProgress.TAG + "=" + good.substring(0, Math.min(10, good.length())),
                "--json",
                "--quiet");
        List<String> words = new ArrayList<>(
                kind == Kind.COMPARE
                        ? List.of("compare", "--baseline=git:" + good, "--candidate=git:" + bad)
                        : List.of("bisect", good, bad));
        words.addAll(options);
        return List.copyOf(words);
    }

    /** Describes the work to people who wait. */
    public String text() {
        return (kind == Kind.COMPARE ? "comparing " : "searching ") + name;
    }
}
