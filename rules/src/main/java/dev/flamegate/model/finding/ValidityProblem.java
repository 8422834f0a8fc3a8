package dev.flamegate.model.finding;

import dev.flamegate.model.message.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * A reason why a measurement is unsound, based on how it was measured and never on its outcome; one per check, however
 * many trials it concerns.
 *
 * @param check id of its {@link Message}, such as {@code achieved-rate}
 * @param trials numbers of the trials concerned, from 1, rising; empty when it concerns the whole run
 * @param invalidates whether the gate's verdict becomes INVALID, or this is only reported
 * @param message what was seen in the worst of the trials, and what is needed; one sentence
 * @param remedy what to do
 */
public record ValidityProblem(String check, List<Integer> trials, boolean invalidates, String message, String remedy) {
    public ValidityProblem {
        for (int trial : trials) {
            if (trial < 1) {
                throw new IllegalArgumentException(trial + ": trials are numbered from 1");
            }
        }
        trials = List.copyOf(new TreeSet<>(trials));
    }

    public ValidityProblem(Message check, List<Integer> trials, boolean invalidates, String message, String remedy) {
        this(check.id(), trials, invalidates, message, remedy);
    }

    /** This problem, as one that concerns one arm of a comparison. */
    public ValidityProblem in(String arm) {
        return new ValidityProblem(check, trials, invalidates, arm + ": " + message, remedy);
    }

    /** This problem of the baseline, together with the same one of the candidate. */
    public ValidityProblem inBothArms(ValidityProblem candidate) {
        List<Integer> all = new ArrayList<>(trials);
        all.addAll(candidate.trials);
        String both = message.equals(candidate.message)
                ? "both arms: " + message
                : "baseline: " + message + "; candidate: " + candidate.message;
        return new ValidityProblem(check, all, invalidates, both, remedy);
    }
}
