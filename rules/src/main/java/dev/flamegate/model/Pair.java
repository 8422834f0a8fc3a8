package dev.flamegate.model;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The measurement of one pair of a comparison: a trial of each arm, loaded in turns or together.
 *
 * @param number from 1
 * @param launchedFirst the arm that was started first; the baseline in pairs that versions before 0.2 stored
 * @param order whose turn each block of load was; at least one for each arm
 * @param invalid why the pair does not count, a clause for people, based on how it was measured and never on its
 *     outcome; {@code null} when it counts
 * @param unsound the arm whose measurement alone is unsound, which is why the pair does not count; {@code null} in all
 *     other cases
 * @param warnings about the pair as a whole
 * @param jvm what the virtual machines of both arms recorded of themselves after what is judged; {@code null} where
 *     nothing was recorded
 * @param withoutC2 whether the gate left out the second compiler (C2) of both arms' virtual machines
 * @param together whether each block of one arm was loaded at the same time as one of the other, and not in turns
 */
public record Pair(
        int number,
        Arm launchedFirst,
        List<Arm> order,
        @Nullable String invalid,
        @Nullable Arm unsound,
        List<Warning> warnings,
        @Nullable JvmEvents jvm,
        boolean withoutC2,
        boolean together) {
    /**
     * Events that the virtual machines recorded in some seconds under load, with the JDK's Flight Recorder.
     *
     * @param problem why nothing was recorded, a clause for people; {@code null} if something was
     */
    public record JvmEvents(
            Part baseline, Part candidate, @Nullable String problem) {
        public static JvmEvents none(String problem) {
            Part nothing = new Part(0, 0, Double.NaN, List.of());
            return new JvmEvents(nothing, nothing, problem);
        }

        /**
         * One arm.
         *
         * @param requests that it answered meanwhile, failed ones too
         * @param seconds how long it took
         * @param allocated bytes of the heap that it allocated; NaN when unknown
         * @param tallies of the events, those of one kind by what they are about
         */
        public record Part(long requests, double seconds, double allocated, List<Tally> tallies) {
            public Part {
                tallies = List.copyOf(tallies);
            }
        }

        /**
         * Events of one kind about one thing.
         *
         * @param what the reason, the cause, the operation or the class; may be empty
         * @param where the method; empty if unknown
         * @param count how many there were
         * @param amount how long they took in seconds, or bytes of a level; 0 where neither is meant
         */
        public record Tally(Kind kind, String what, String where, long count, double amount) {
            public Tally {
                if (count < 0 || !(amount >= 0)) {
                    throw new IllegalArgumentException(kind + ": counts and amounts must not be negative");
                }
            }
        }

        public enum Kind {
            /** Compiled code was given up: the reason, in the method. */
            DEOPTIMISATION,
            /** The code cache is or was full: how often, of the heap of code, and its free bytes. */
            CODE_CACHE_FULL,
            /** The collector stopped the application: the cause, for how long. */
            GC_PAUSE,
            /** Another operation stopped the application: its name, and the length of the stop. */
            SAFEPOINT,
            /** A class was loaded: its name without numbers, by the method. */
            CLASS_LOAD,
            /** A thread waited for a lock: its class, in the method, for how long. */
            LOCK_WAIT,
            /** A sample of a thread in Java code: how the method at the top runs, such as {@link #INLINED}; which. */
            CODE_SAMPLE,
            /** Memory outside of the heap: its kind, and its bytes. */
            NATIVE_MEMORY;

            /** The state of a sampled method that is not compiled, in Flight Recorder's words. */
            public static final String INTERPRETED = "Interpreted";

            /** Compiled, and called by another. */
            public static final String CALLED = "JIT compiled";

            /** The state of a method that was compiled as part of its caller. */
            public static final String INLINED = "Inlined";

            /** Name in a stored pair: {@code gc-pause}. */
            public String key() {
                return name().toLowerCase(Locale.ROOT).replace('_', '-');
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

    /** A pair of virtual machines with all their compilers, in which no events were recorded. */
    public Pair(
            int number,
            Arm launchedFirst,
            List<Arm> order,
            @Nullable String invalid,
            @Nullable Arm unsound,
            List<Warning> warnings) {
        this(number, launchedFirst, order, invalid, unsound, warnings, null, false, false);
    }

    public Pair numbered(int other) {
        return new Pair(other, launchedFirst, order, invalid, unsound, warnings, jvm, withoutC2, together);
    }

    /**
     * This pair, marked as one that does not count.
     *
     * @param reason a clause for people
     * @param arm the only one to blame; {@code null} for both or none
     */
    public Pair without(String reason, @Nullable Arm arm) {
        return new Pair(number, launchedFirst, order, reason, arm, warnings, jvm, withoutC2, together);
    }

    /** This pair, its arms loaded together. */
    public Pair loadedTogether() {
        return new Pair(number, launchedFirst, order, invalid, unsound, warnings, jvm, withoutC2, true);
    }

    /** This pair with the events that the virtual machines recorded after it. */
    public Pair with(JvmEvents recorded) {
        return new Pair(number, launchedFirst, order, invalid, unsound, warnings, recorded, withoutC2, together);
    }

    /** True if the pair counts. */
    public boolean valid() {
        return invalid == null;
    }

    public Arm first() {
        return order.get(0);
    }
}
