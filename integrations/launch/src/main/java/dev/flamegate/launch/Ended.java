package dev.flamegate.launch;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * How a gate ended.
 *
 * @param code its exit code
 * @param sentence that it ended with: the verdict, or why there is none
 * @param results all lines of its results; none where there is no verdict
 */
public record Ended(int code, String sentence, List<String> results) {
    /** The rules hold, or too little evidence is allowed. */
    public static final int OK = 0;

    /** A rule is broken. */
    public static final int FAIL = 1;

    /** The command line, the plan or the rules are wrong. */
    public static final int WRONG = 2;

    /** Nothing could be measured, or what was measured is INVALID. */
    public static final int UNMEASURED = 3;

    /** The evidence is not sufficient, and that was to be an error. */
    public static final int INCONCLUSIVE = 4;

    private static final String NAME = "flamegate: ";

    /** A mistake in a plan or in rules, which is followed by the lines that have it: {@code FILE:LINE:COLUMN: what}. */
    private static final Predicate<String> MISTAKE =
            Pattern.compile("\\S.*:\\d+:\\d+: .+").asMatchPredicate();

    public Ended {
        results = List.copyOf(results);
    }

    static Ended of(int code, List<String> out, List<String> err) {
        return new Ended(code, sentence(out, err), out);
    }

    /** The verdict is the first paragraph of the results; where there are none, the reason stands in the messages. */
    private static String sentence(List<String> out, List<String> err) {
        List<String> verdict = out.stream()
                .dropWhile(String::isBlank)
                .takeWhile(line -> !line.isBlank())
                .map(String::strip)
                .toList();
        return verdict.stream()
                .findFirst()
                .map(first -> verdict.size() == 1
                        ? first
                        : first + ": " + String.join(" ", verdict.subList(1, verdict.size())))
                .or(() -> last(err))
                .or(() -> mistakes(err))
                .or(() -> err.stream()
                        .filter(line -> !line.isBlank() && !line.startsWith(GateProcess.WARNING))
                        .reduce((first, second) -> second))
                .map(String::strip)
                .orElse("flamegate said nothing");
    }

    private static Optional<String> mistakes(List<String> lines) {
        List<String> all = lines.stream().filter(MISTAKE).toList();
        return all.stream()
                .findFirst()
                .map(first -> all.size() == 1 ? first : first + " (the first of " + all.size() + " mistakes)");
    }

    private static Optional<String> last(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith(NAME))
                .reduce((first, second) -> second)
                .map(line -> line.substring(NAME.length()));
    }
}
