package dev.flamegate.load;

import dev.flamegate.format.Names;

/**
 * Progress of a running load. For a simulation that the gate controls these are users' journeys, at most a quarter of
 * a second old; for any other the requests in Gatling's log, which lags up to 8 KiB behind.
 *
 * @param ended since load began
 * @param failed of those ended
 * @param active users under way; -1 where that is not known
 */
public record LoadProgress(long ended, long failed, long active) {
    /** Progress before the first request. */
    public static final LoadProgress NONE = new LoadProgress(0, 0, 0);

    /** Progress that is never visible: the service counts its requests itself. */
    public static final LoadProgress UNSEEN = new LoadProgress(0, 0, -1);

    /** The sum of this progress and another injector's. */
    LoadProgress plus(LoadProgress other) {
        boolean known = active >= 0 && other.active >= 0;
        return new LoadProgress(ended + other.ended, failed + other.failed, known ? active + other.active : -1);
    }

    /** Text for people: {@code 432 requests, 2 failed, 3 in flight}. */
    public String text() {
        if (equals(UNSEEN)) {
            return "requests are counted by the service";
        }
        return Names.plural(ended, "request")
                + (failed > 0 ? ", " + failed + " failed" : "")
                + (active < 0 ? "" : ", " + active + " in flight");
    }
}
