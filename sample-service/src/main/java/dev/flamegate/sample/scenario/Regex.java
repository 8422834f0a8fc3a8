package dev.flamegate.sample.scenario;

import dev.flamegate.sample.http.Answer;
import dev.flamegate.sample.http.Request;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A pattern that backtracks. {@code \s+$} should trim the spaces at the end of a line. In a long run of spaces that is
 * not at the end it tries every space as a start, runs to the end of the run each time, and fails: the cost is the
 * square of the run's length. With 20,000 spaces in one comment it took Stack Overflow down for half an hour
 * (stackstatus.tumblr.com, outage postmortem of 20 July 2016). The fix scans from the end.
 */
final class Regex extends Scenario {
    private static final Pattern TRAILING = Pattern.compile("\\s+$");
    private static final int BLANKS = 1_500;

    private final boolean fixed;
    private final String line = "begin" + " ".repeat(BLANKS) + "end  ";

    Regex(boolean fixed) {
        super("regex");
        this.fixed = fixed;
    }

    @Override
    public Answer answer(Request request) {
        String trimmed = fixed ? line.stripTrailing() : withoutTrailingBlanks();
        return Answer.json(200, Map.of("length", trimmed.length()));
    }

    /** The problem. */
    private String withoutTrailingBlanks() {
        return TRAILING.matcher(line).replaceFirst("");
    }
}
