package dev.flamegate.load;

/**
 * How far a running load is. Of a simulation that the gate leads these are users' journeys, at most a quarter of a
 * second old; of any other the requests in Gatling's log, which lags up to 8 KiB behind.
 *
 * @param ended since load began
 * @param failed of those ended
 * @param active users under way
 */
public record LoadProgress(long ended, long failed, long active) {
    /** Nothing yet. */
    public static final LoadProgress NONE = new LoadProgress(0, 0, 0);
}
