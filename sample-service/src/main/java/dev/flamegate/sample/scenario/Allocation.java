package dev.flamegate.sample.scenario;

import dev.flamegate.sample.http.Answer;
import dev.flamegate.sample.http.Request;

/**
 * A copy that nobody needs. The price list is shared and never written to; a caller that does not trust that copies it for
 * every request. The copy is made in microseconds and gone with the next collection, so neither latency nor CPU show it.
 * Allocated bytes do, exactly: some 30 % more per request, as in the report that this case is from.
 */
final class Allocation extends Scenario {
    private static final int PRICES = 4_000;
    private static final int CHARACTERS = 14 * PRICES;

    private final boolean fixed;
    private final long[] prices = new long[PRICES];

    Allocation(boolean fixed) {
        super("allocation");
        this.fixed = fixed;
        for (int i = 0; i < PRICES; i++) {
            prices[i] = 100 + Math.floorMod(i * 7_919L, 9_900);
        }
    }

    @Override
    public Answer answer(Request request) {
        String page = render(fixed ? prices : defensiveCopy());
        return Answer.json(200, new Page(page.length(), page.hashCode()));
    }

    /** The problem: 32 KiB for a list that is only read. */
    private long[] defensiveCopy() {
        return prices.clone();
    }

    private static String render(long[] list) {
        StringBuilder page = new StringBuilder(CHARACTERS);
        for (long price : list) {
            page.append(price).append('\n');
        }
        return page.toString();
    }

    /** Answer of {@code GET /allocation}. */
    record Page(int length, int hash) {}
}
