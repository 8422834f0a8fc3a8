package dev.flamegate.sample.scenario;

import dev.flamegate.sample.http.Answer;
import dev.flamegate.sample.http.Request;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One request in a hundred is ten times slower. A cached exchange rate expires now and then, and the next request
 * fetches it again while its user waits. The median does not show it, the mean hardly does, nor does the CPU; the 99th
 * percentile does. The fix refreshes the rate before it expires, outside requests.
 *
 * <p>It is 1 in 60 here, not 1 in 100: with exactly one in a hundred, the 99th percentile would be the last fast request.
 */
final class Tail extends Scenario {
    private static final int REQUESTS_PER_RATE = 60;
    private static final long ANSWER_MS = 30;
    private static final long FETCH_MS = 300;

    private final boolean fixed;
    private final AtomicInteger requests = new AtomicInteger();

    Tail(boolean fixed) {
        super("tail");
        this.fixed = fixed;
    }

    @Override
    public Answer answer(Request request) throws InterruptedException {
        boolean ranOut = requests.incrementAndGet() % REQUESTS_PER_RATE == 0;
        if (ranOut && !fixed) {
            fetchRate();
        } else {
            Thread.sleep(ANSWER_MS);
        }
        return Answer.json(200, Map.of("rate", "1.0837"));
    }

    private static void fetchRate() throws InterruptedException {
        Thread.sleep(FETCH_MS);
    }
}
