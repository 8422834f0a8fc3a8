package dev.flamegate.sample;

import dev.flamegate.sample.http.Answer;
import dev.flamegate.sample.http.BadRequest;
import dev.flamegate.sample.http.Endpoint;
import dev.flamegate.sample.http.Request;
import java.util.Map;

/**
 * Waits like a slow downstream call, for {@code ?ms=} milliseconds (5), blocking its worker and using almost no CPU.
 */
final class DelayEndpoint implements Endpoint {
    private static final long DEFAULT_MS = 5;
    private static final long LIMIT_MS = 10_000;

    @Override
    public String method() {
        return "GET";
    }

    @Override
    public String path() {
        return "/delay";
    }

    @Override
    public Answer answer(Request request) throws BadRequest, InterruptedException {
        long millis = millis(request);
        Thread.sleep(millis);
        return Answer.json(200, Map.of("sleptMs", millis));
    }

    private static long millis(Request request) throws BadRequest {
        String text = request.parameter("ms").orElse(Long.toString(DEFAULT_MS));
        try {
            long millis = Long.parseLong(text);
            if (millis >= 0 && millis <= LIMIT_MS) {
                return millis;
            }
        } catch (NumberFormatException e) {
            // reported below, as for a number out of range
        }
        throw new BadRequest(text + ": ms must be a whole number from 0 to " + LIMIT_MS);
    }
}
