package dev.flamegate.sample.scenario;

import dev.flamegate.sample.http.Answer;
import dev.flamegate.sample.http.Request;
import java.util.Map;
import java.util.StringJoiner;
import java.util.logging.ConsoleHandler;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Messages for a log that is never written. The logger was opened for debugging, and only the handler was closed again:
 * every message is still built and passed on, then dropped. The log is empty, so nobody suspects it. The fix closes the
 * logger itself, so that the suppliers of messages are never called.
 */
final class Logging extends Scenario {
    private static final int LINES = 12_000;

    private final Logger logger;

    Logging(boolean fixed) {
        super("logging");
        logger = Logger.getAnonymousLogger();
        logger.setUseParentHandlers(false);
        ConsoleHandler handler = new ConsoleHandler();
        handler.setLevel(Level.INFO);
        logger.addHandler(handler);
        logger.setLevel(fixed ? Level.INFO : Level.FINE);
    }

    @Override
    public Answer answer(Request request) {
        long cents = 0;
        for (int line = 0; line < LINES; line++) {
            long price = price(line);
            int number = line;
            logger.fine(() -> describe(number, price));
            cents += price;
        }
        return Answer.json(200, Map.of("cents", cents));
    }

    private static long price(int line) {
        return 100 + Math.floorMod(line * 7_919L, 9_900);
    }

    private static String describe(int line, long price) {
        StringJoiner text = new StringJoiner(", ", "line {", "}");
        text.add("number=" + line).add("price=" + price / 100.0).add("bulk=" + (line > 10));
        return text.toString();
    }
}
