package dev.flamegate.gatling;

import java.util.concurrent.TimeUnit;
import java.util.prefs.Preferences;

/**
 * Keeps Gatling from asking the network for its latest version at the start, which no setting of Gatling does: it asks
 * once a day and notes that in its preferences, and the gate gives every load separate preferences.
 */
final class LatestVersion {
    /** Gatling's names, in {@code io.gatling.commons.util.LatestGatlingRelease}. */
    private static final String NODE = "/io/gatling/latestVersion";

    private LatestVersion() {}

    /** Notes, as Gatling does, that it asked in vain: tomorrow, since it asks again a few seconds later. */
    static void doNotAsk() {
        Preferences preferences = Preferences.userRoot().node(NODE);
        preferences.putBoolean("lastCheckSuccess", false);
        preferences.putLong("lastCheckTimestamp", System.currentTimeMillis() + TimeUnit.DAYS.toMillis(1));
    }
}
