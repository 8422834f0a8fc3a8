package dev.flamegate.sample.scenario;

import dev.flamegate.sample.http.Answer;
import dev.flamegate.sample.http.Request;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A needless copy. The price list is shared and never written to; a caller that does not trust this copies it for every
 * request. The copy takes microseconds and is gone with the next collection, so neither latency nor CPU shows it.
 * Allocated bytes do, exactly: some 30 % more per request, as in the field report.
 */
final class Allocation extends Scenario {
    private static final int PRICES = 12_000;
    private static final int CHARACTERS_PER_PRICE = 28;
    private static final int STRIDE = 7_919;

    private final boolean fixed;
    private final long[] prices = new long[PRICES];
    private final AtomicInteger requests = new AtomicInteger();

    Allocation(boolean fixed) {
        super("allocation");
        this.fixed = fixed;
        for (int i = 0; i < PRICES; i++) {
            prices[i] = 100 + Math.floorMod((long) i * STRIDE, 9_900);
        }
    }

    @Override
    public Answer answer(Request request) {
        int first = Math.floorMod(requests.incrementAndGet() * STRIDE, PRICES / 2);
        String page = render(fixed ? prices : defensiveCopy(), first);
        return Answer.json(200, new Page(page.length(), page.hashCode()));
    }

    /** The problem: 94 KiB for a list that is only read. */
    private long[] defensiveCopy() {
        return prices.clone();
    }

    /**
     * Starts at a varying price, so that pages differ in length as real ones do. If all were equal, samples would
     * always hit the same place.
     */
    private static String render(long[] list, int first) {
        StringBuilder page = new StringBuilder((list.length - first) * CHARACTERS_PER_PRICE);
        for (int i = first; i < list.length; i++) {
            page.append(list[i]).append('\n');
        }
        return page.toString();
    }

    /** Answer to {@code GET /allocation}. */
    record Page(int length, int hash) {}
}
