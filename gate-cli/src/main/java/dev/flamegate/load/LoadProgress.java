package dev.flamegate.load;

/**
 * Progress of a running load. For a simulation that the gate controls these are users' journeys, at most a quarter of
 * a second old; for any other the requests in Gatling's log, which lags up to 8 KiB behind.
 *
 * @param ended since load began
 * @param failed of those ended
 * @param active users under way
 */
public record LoadProgress(long ended, long failed, long active) {
    /** Nothing yet. */
    public static final LoadProgress NONE = new LoadProgress(0, 0, 0);
}
