package dev.flamegate.gate.measure;

import dev.flamegate.collect.probe.ProbeFacts;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.WarmUp;
import dev.flamegate.plan.TargetSpec;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The part that the second compiler (C2) of the targets' virtual machines has in a pair. A service that was started
 * seconds ago can keep it busy for minutes, on the CPUs that are measured; then pairs differ by how far it got, more
 * than by what the builds cost. The first compiler alone (C1) is through within seconds.
 */
public enum SecondCompiler {
    /** C2 compiles, as in production. */
    KEPT,
    /** C2 compiles, and a pair whose warm-ups show that it is in the way ends before anything is measured. */
    ON_TRIAL,
    /** C1 alone compiles, and a pair whose load is too much for its code ends before anything is measured. */
    LEFT_OUT_ON_TRIAL,
    /** C1 alone compiles. */
    LEFT_OUT;

    /** The clause of a message that says how a plan keeps the second compiler. */
    public static final String KEEPING = "-XX:+TieredCompilation is among target: java-options";

    private static final String FIRST_ONLY = "-XX:TieredStopAtLevel=1";

    /** The share of CPU spent on compiling after the warm-up above which, in both targets, C2 is in the way. */
    private static final double MOST = 0.15;

    /** The share of a target's CPUs above which requests queue, so that the queue would be measured. */
    private static final double SATURATED = 0.8;

    /**
     * As far as was tried, on two CPUs: services of 14,600 classes and more never got warm with C2 in half a minute, and
     * one of 3,400 did.
     */
    private static final long MANY_CLASSES = 10_000;

    private static final int FEW_CPUS = 2;

    /** Parts of the options of users who choose the compilers themselves. */
    private static final List<String> CHOICES =
            List.of("-Xint", "-Xcomp", "TieredCompilation", "TieredStopAtLevel", "CompilationMode", "JVMCI");

    /** Thrown by a pair that is to be started again with another compiler; nothing is left running. */
    public static final class Unfit extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final SecondCompiler next;

        private Unfit(String message, SecondCompiler next) {
            super(message);
            this.next = next;
        }

        public SecondCompiler next() {
            return next;
        }
    }

    public boolean isLeftOut() {
        return this == LEFT_OUT || this == LEFT_OUT_ON_TRIAL;
    }

    /**
     * The part in the first pair of a service that was never measured.
     *
     * @param classes of its smaller build, as far as they are known
     * @param cpus of this machine, which both arms warm up on
     */
    public static SecondCompiler first(long classes, int cpus) {
        return classes >= MANY_CLASSES && cpus <= FEW_CPUS ? LEFT_OUT_ON_TRIAL : ON_TRIAL;
    }

    /** The options that it takes. */
    List<String> options() {
        return isLeftOut() ? List.of(FIRST_ONLY) : List.of();
    }

    /** True if the plan chooses the compilers, or the target is not started by the gate. */
    public static boolean isChosen(TargetSpec target) {
        return target.runtime() == TargetSpec.Runtime.ATTACH
                || isChosen(Stream.of(
                                target.javaOptions(),
                                target.command(),
                                target.environment().values())
                        .flatMap(Collection::stream));
    }

    /** True if a variable of the targets' environment that every JVM or launcher reads chooses the compilers. */
    public static boolean isChosen(Map<String, String> variables) {
        return isChosen(Stream.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")
                .map(name -> variables.getOrDefault(name, "")));
    }

    private static boolean isChosen(Stream<String> words) {
        return words.anyMatch(word -> CHOICES.stream().anyMatch(word::contains));
    }

    /**
     * Ends a pair halfway through its warm-up, whose compilers had several times the planned requests until then, and
     * are still at work: those of the pairs would take as long.
     *
     * @param facts of both targets
     * @throws Unfit when it is on trial
     */
    void checkHalfway(Collection<ProbeFacts> facts) {
        if (this == ON_TRIAL && !isChosen(facts.stream().map(ProbeFacts::arguments))) {
            throw inTheWay("compiling was not over after half of the warm-up");
        }
    }

    /**
     * Ends a pair in which it is in the way, or missed.
     *
     * @param warmUps of both targets, which are over
     * @param facts of both
     * @param cpus that each may use
     * @throws Unfit when it is
     */
    void check(Collection<WarmUp> warmUps, Collection<ProbeFacts> facts, double cpus) {
        double least = warmUps.stream()
                .mapToDouble(warmUp -> warmUp.flat() ? 0 : warmUp.jitShare())
                .min()
                .orElse(0);
        if (this == ON_TRIAL && least > MOST && !isChosen(facts.stream().map(ProbeFacts::arguments))) {
            throw inTheWay("compiling still took " + Numbers.rough(least) + " of the CPU after the warm-up");
        }
        double used = warmUps.stream().mapToDouble(WarmUp::cpus).max().orElse(0) / cpus;
        if (this == LEFT_OUT_ON_TRIAL && used > SATURATED) {
            throw new Unfit(
                    "without the second compiler (C2), requests use " + Numbers.rough(used) + " of the target's CPUs:"
                            + " both arms are started again with it",
                    KEPT);
        }
    }

    private static Unfit inTheWay(String how) {
        return new Unfit(
                how + ": both arms are started again without the second compiler (C2), unless " + KEEPING,
                LEFT_OUT_ON_TRIAL);
    }
}
