package dev.flamegate.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one pair of a comparison was measured: a trial of each arm, loaded in turns.
 *
 * @param number from 1
 * @param launchedFirst the arm that was started first; the baseline in pairs that versions before 0.2 stored
 * @param order whose turn each block of load was; at least one for each arm
 * @param invalid why the pair does not count, a clause for people, based on how it was measured and never on its
 *     outcome; {@code null} when it counts
 * @param unsound the arm whose measurement alone is unsound, which is why the pair does not count; {@code null} in all
 *     other cases
 * @param warnings about the pair as a whole
 * @param calls how often methods were called in both arms, counted after what is judged; {@code null} where that was
 *     not counted
 */
public record Pair(
        int number,
        Arm launchedFirst,
        List<Arm> order,
        @Nullable String invalid,
        @Nullable Arm unsound,
        List<Warning> warnings,
        @Nullable Calls calls) {
    /**
     * Calls of methods that changed between the arms, and of those that they call, in some seconds under load.
     *
     * @param methods that were called and counted in both arms, by name
     * @param problem why nothing was counted, a clause for people; {@code null} where something was
     */
    public record Calls(
            Part baseline,
            Part candidate,
            List<Method> methods,
            @Nullable String problem) {
        public Calls {
            methods = List.copyOf(methods);
        }

        /** Nothing was counted. */
        public static Calls none(String problem) {
            return new Calls(new Part(0, Double.NaN), new Part(0, Double.NaN), List.of(), problem);
        }

        /**
         * What one arm did meanwhile.
         *
         * @param requests that it answered, failed ones too
         * @param cpuSeconds of its process; NaN when unknown
         */
        public record Part(long requests, double cpuSeconds) {}

        /**
         * One method.
         *
         * @param name as profiles have it
         * @param callers methods that changed and call it; empty if it changed itself and none does
         * @param baseline its calls there
         * @param candidate its calls there
         * @param baselineBurst the variance of its calls in equal parts of the time, divided by their mean; not negative
         * @param candidateBurst likewise
         */
        public record Method(
                String name,
                List<String> callers,
                long baseline,
                long candidate,
                double baselineBurst,
                double candidateBurst) {
            public Method {
                callers = List.copyOf(callers);
                if (baseline < 0 || candidate < 0) {
                    throw new IllegalArgumentException(name + ": counts must not be negative");
                }
            }
        }
    }

    public Pair {
        if (number < 1) {
            throw new IllegalArgumentException(number + ": pairs are numbered from 1");
        }
        order = List.copyOf(order);
        if (!order.contains(Arm.BASELINE) || !order.contains(Arm.CANDIDATE)) {
            throw new IllegalArgumentException(order + ": each arm needs a block of load in a pair");
        }
        warnings = List.copyOf(warnings);
    }

    /** A pair whose baseline was started first. */
    public Pair(int number, List<Arm> order, @Nullable String invalid, List<Warning> warnings) {
        this(number, Arm.BASELINE, order, invalid, null, warnings);
    }

    /** A pair in which no calls were counted. */
    public Pair(
            int number,
            Arm launchedFirst,
            List<Arm> order,
            @Nullable String invalid,
            @Nullable Arm unsound,
            List<Warning> warnings) {
        this(number, launchedFirst, order, invalid, unsound, warnings, null);
    }

    /** The same pair under another number. */
    public Pair numbered(int other) {
        return new Pair(other, launchedFirst, order, invalid, unsound, warnings, calls);
    }

    /**
     * The same pair, which does not count.
     *
     * @param reason a clause for people
     * @param arm the only one to blame; {@code null} for both or none
     */
    public Pair without(String reason, @Nullable Arm arm) {
        return new Pair(number, launchedFirst, order, reason, arm, warnings, calls);
    }

    /** The same pair with the calls that were counted after it. */
    public Pair with(Calls counted) {
        return new Pair(number, launchedFirst, order, invalid, unsound, warnings, counted);
    }

    /** Whether the pair counts. */
    public boolean valid() {
        return invalid == null;
    }

    /** The arm that was loaded first. */
    public Arm first() {
        return order.get(0);
    }
}
