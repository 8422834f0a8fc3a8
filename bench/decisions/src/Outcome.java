/**
 * How one simulated comparison ended.
 *
 * @param fail whether the gate failed
 * @param pass whether every criterion passed, with or without a warning
 * @param warned whether the verdict says that the candidate is slow more often, by a warning or by failing
 * @param told whether slow restarts of the candidate were told, whatever the verdict
 * @param pairs measured
 */
record Outcome(boolean fail, boolean pass, boolean warned, boolean told, int pairs) {}
