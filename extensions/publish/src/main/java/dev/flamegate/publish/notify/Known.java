package dev.flamegate.publish.notify;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The state of a service before a result.
 *
 * @param id of the run or comparison that showed it
 * @param judged when that was judged
 * @param broken ids of the rules that it broke
 * @param commit that was measured, where it is known
 */
record Known(NotifiedState state, String id, Instant judged, List<String> broken, Optional<String> commit) {
    public Known {
        broken = List.copyOf(broken);
    }
}
