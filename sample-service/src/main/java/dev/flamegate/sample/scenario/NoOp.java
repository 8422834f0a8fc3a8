package dev.flamegate.sample.scenario;

import dev.flamegate.sample.http.Answer;
import dev.flamegate.sample.http.Request;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/**
 * A change that costs nothing: a text is reworded, two lambdas change places (and with that the numbers the compiler gives
 * them), and one method is split into two. Names in the profile differ, and methods appear and vanish. The sum is the
 * same, and a gate that fails here is one that people switch off.
 */
final class NoOp extends Scenario {
    private static final int STEPS = 2_000_000;

    private final boolean refactored;

    NoOp(boolean refactored) {
        super("no-op");
        this.refactored = refactored;
    }

    @Override
    public Answer answer(Request request) {
        long sum = refactored ? After.price(1) : Before.price(1);
        String unit = refactored ? "in cents".substring(3) : "cents";
        return Answer.json(200, Map.of("sum", sum, "unit", unit));
    }

    /** As it was. */
    private static final class Before {
        private static final LongUnaryOperator NET = x -> x * 6364136223846793005L;
        private static final LongUnaryOperator TAX = x -> x + 1442695040888963407L;

        static long price(long seed) {
            long x = seed;
            for (int i = 0; i < STEPS; i++) {
                x = TAX.applyAsLong(NET.applyAsLong(x));
            }
            for (int i = 0; i < STEPS; i++) {
                x = Long.rotateLeft(x, 17) ^ 0x9E3779B97F4A7C15L;
            }
            return x;
        }
    }

    /** As it is now: the lambdas in another order, each loop a method of its own. */
    private static final class After {
        private static final LongUnaryOperator TAX = x -> x + 1442695040888963407L;
        private static final LongUnaryOperator NET = x -> x * 6364136223846793005L;

        static long price(long seed) {
            return rounded(taxed(seed));
        }

        private static long taxed(long seed) {
            long x = seed;
            for (int i = 0; i < STEPS; i++) {
                x = TAX.applyAsLong(NET.applyAsLong(x));
            }
            return x;
        }

        private static long rounded(long seed) {
            long x = seed;
            for (int i = 0; i < STEPS; i++) {
                x = Long.rotateLeft(x, 17) ^ 0x9E3779B97F4A7C15L;
            }
            return x;
        }
    }
}
