package dev.flamegate.sample.scenario;

import dev.flamegate.sample.http.Answer;
import dev.flamegate.sample.http.Request;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Every hundredth request adds a receipt of 1 KiB to a queue that is never emptied. Requests do not get slower and no
 * profile shows it, but after weeks the service runs out of memory. The fix keeps the last few.
 */
final class Leak extends Scenario {
    private static final int EVERY = 100;
    private static final int BYTES = 1000;
    private static final int LAST = 4;

    private final int most;
    private final AtomicInteger requests = new AtomicInteger();
    private final Queue<Receipt> receipts = new ArrayDeque<>();

    /** What is left of an order. */
    private static final class Receipt {
        final byte[] text = new byte[BYTES];
    }

    Leak(boolean fixed) {
        super("leak");
        most = fixed ? LAST : Integer.MAX_VALUE;
    }

    @Override
    public Answer answer(Request request) {
        if (requests.incrementAndGet() % EVERY == 0) {
            keep(new Receipt());
        }
        return Answer.json(200, Map.of("ordered", true));
    }

    private void keep(Receipt receipt) {
        synchronized (receipts) {
            receipts.add(receipt);
            if (receipts.size() > most) {
                receipts.remove();
            }
        }
    }
}
