/**
 * How one simulated comparison ended.
 *
 * @param fail whether the gate failed
 * @param pass whether every criterion passed, with or without a warning
 * @param warned whether a slow mode of the candidate was reported, by a warning or by failing
 * @param pairs measured
 */
record Outcome(boolean fail, boolean pass, boolean warned, int pairs) {}
