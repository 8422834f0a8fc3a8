package shop;

import java.util.HashMap;
import java.util.Map;

/** Prices with discounts that are worked out step by step. */
final class Prices {
    private static final int STEPS = 40;

    private final Map<Integer, Long> listed = new HashMap<>();

    /** The price of an item on a list, worked out once. */
    synchronized long listed(int id) {
        return Planted.NO_CACHE ? total(id) : listed.computeIfAbsent(id, this::total);
    }

    long total(int id) {
        long sum = 0;
        for (int i = 0; i < STEPS; i++) {
            sum += step(id, i);
            if (Planted.LOOP) {
                sum += step(id + 1, i) & 1;
            }
        }
        if (Planted.SLEEP) {
            pause();
        }
        return Planted.LOCK ? locked(sum) : sum;
    }

    private static long step(int id, int at) {
        return (id * 31L + at) % 97;
    }

    private static void pause() {
        try {
            Thread.sleep(3);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static long locked(long sum) {
        synchronized (Prices.class) {
            return sum;
        }
    }
}
