package dev.flamegate.model.finding;

import java.util.List;
import java.util.TreeSet;

/**
 * A reason why a measurement is unsound, based on how it was measured and never on its outcome; one per check, however
 * many trials it concerns.
 *
 * @param check stable name, such as {@code achieved-rate}
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
}
