package dev.flamegate.sample.scenario;

import dev.flamegate.sample.http.Answer;
import dev.flamegate.sample.http.Request;
import java.util.Map;

/**
 * Exceptions for the normal case. Every second field of the upload is not a number; the parser throws an exception for
 * each, and each exception walks the whole stack, which is deep in a server, to record a stack trace that is never
 * read. The fix checks before it parses.
 */
final class ExceptionAsAnswer extends Scenario {
    private static final int FIELDS = 5_000;

    private final boolean fixed;
    private final String[] fields = new String[FIELDS];

    ExceptionAsAnswer(boolean fixed) {
        super("exception");
        this.fixed = fixed;
        for (int i = 0; i < FIELDS; i++) {
            fields[i] = i % 2 == 0 ? "n/a " + i : Integer.toString(i);
        }
    }

    @Override
    public Answer answer(Request request) {
        long sum = 0;
        for (String field : fields) {
            sum += fixed ? numberOrZero(field) : parsedOrZero(field);
        }
        return Answer.json(200, Map.of("sum", sum));
    }

    /** The problem. */
    private static int parsedOrZero(String field) {
        try {
            return Integer.parseInt(field);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** The fix. */
    private static int numberOrZero(String field) {
        for (int i = 0; i < field.length(); i++) {
            if (!Character.isDigit(field.charAt(i))) {
                return 0;
            }
        }
        return Integer.parseInt(field);
    }
}
