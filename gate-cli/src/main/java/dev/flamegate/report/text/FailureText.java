package dev.flamegate.report.text;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import java.util.function.UnaryOperator;

/** Failed requests in words. Names and messages pass through a function that makes them safe for a format. */
public final class FailureText {
    public static final String TITLE = "Failed requests";

    private final UnaryOperator<String> safe;

    /** Words with names and messages as {@code safe} returns them. */
    public FailureText(UnaryOperator<String> safe) {
        this.safe = safe;
    }

    /**
     * {@code GET /cart: all 1,204 failed}.
     *
     * @param arm {@code baseline} or {@code candidate}; empty for a run
     * @param request name; empty where it is not known
     * @param total requests of that name; 0 where it is not known
     */
    public String name(String arm, String request, long failed, long total) {
        String who = (arm.isEmpty() ? "" : arm + ", ")
                + (request.isEmpty() ? "failures of no known request" : safe.apply(request)) + ": ";
        if (total == 0) {
            return who + Numbers.count(failed);
        }
        return who
                + (failed == total
                        ? "all " + Numbers.count(total) + " failed"
                        : Numbers.count(failed) + " of " + Numbers.count(total) + " failed ("
                                + Numbers.percent(failed / (double) total) + ")");
    }

    /** {@code 1,204 × status 500}; of an error in the log, its first line. */
    public String times(long count, String message) {
        return Numbers.count(count) + " × " + (message.isEmpty() ? "without a message" : safe.apply(message));
    }

    /** {@code errors in the candidate's log}; {@code the target's} for a run. */
    public static String log(String arm) {
        return "errors in the " + (arm.isEmpty() ? "target" : arm) + "'s log";
    }

    /** Text for omitted names: {@code 3 more request names}. */
    public static String more(int names) {
        return Names.plural(names, "more request name");
    }
}
