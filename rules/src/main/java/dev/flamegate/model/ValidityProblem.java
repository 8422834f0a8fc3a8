package dev.flamegate.model;

/**
 * A reason why a measurement is unsound, found in how it was measured and never in its outcome.
 *
 * @param check stable name, such as {@code achieved-rate}
 * @param trial number of the trial, from 1; 0 when it concerns the whole run
 * @param invalidates whether the gate's verdict becomes INVALID, or people are only told
 * @param message what was seen against what is needed, one sentence
 * @param remedy what to do
 */
public record ValidityProblem(String check, int trial, boolean invalidates, String message, String remedy) {}
