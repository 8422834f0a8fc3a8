package dev.flamegate.program;

import dev.flamegate.program.Program.Ended;
import java.util.List;
import java.util.Set;

/**
 * One fault at one point.
 *
 * @param phase what the gate does when it happens
 * @param fault what happens
 * @param how it is caused, in a few words
 * @param codes the exit codes that are right
 * @param words that the gate says: the cause, and what to do
 * @param after what has to work afterwards
 * @param cause causes it, and returns how the gate ended
 */
record FaultCase(
        String phase, String fault, String how, Set<Integer> codes, List<String> words, After after, Cause cause) {
    /** Makes something fail. */
    interface Cause {
        Ended in(FaultGround ground) throws Exception;
    }

    /** What the next command is, once the fault is gone. */
    enum After {
        /** A whole measurement. */
        RUN,
        /** A build of the same revision, which fails as it should. */
        BUILD,
        /** The run that was stored before is judged again. */
        JUDGE
    }

    @Override
    public String toString() {
        return phase + ": " + fault + " (" + how + ")";
    }
}
