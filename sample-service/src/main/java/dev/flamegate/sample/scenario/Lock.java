package dev.flamegate.sample.scenario;

import dev.flamegate.sample.http.Answer;
import dev.flamegate.sample.http.Request;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One monitor around all accounts. Requests for different accounts are independent, yet they queue
 * while one of them writes its journal. The CPU is idle meanwhile, so a CPU profile is flat; the wall clock and lock
 * profiles show the method in which they wait. The fix is striping: accounts share a monitor only by chance.
 */
final class Lock extends Scenario {
    private static final int STRIPES = 64;
    private static final long JOURNAL_MS = 15;

    private final Object[] monitors;
    private final AtomicInteger nextAccount = new AtomicInteger();

    Lock(boolean fixed) {
        super("lock");
        monitors = new Object[fixed ? STRIPES : 1];
        for (int i = 0; i < monitors.length; i++) {
            monitors[i] = new Object();
        }
    }

    @Override
    public Answer answer(Request request) throws InterruptedException {
        book(nextAccount.getAndIncrement() & Integer.MAX_VALUE);
        return Answer.json(200, Map.of("booked", true));
    }

    private void book(int account) throws InterruptedException {
        synchronized (monitors[account % monitors.length]) {
            writeJournal();
        }
    }

    /** A write to a slow disk. */
    private static void writeJournal() throws InterruptedException {
        Thread.sleep(JOURNAL_MS);
    }
}
