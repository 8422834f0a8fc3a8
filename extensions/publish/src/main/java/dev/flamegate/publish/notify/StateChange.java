package dev.flamegate.publish.notify;

import java.util.Optional;

/**
 * A service's state before a result and after it.
 *
 * @param before empty where nothing was known
 * @param now empty where the result decides nothing, so that the state stays
 * @param commit that was measured now, where it is known
 */
record StateChange(Optional<Known> before, Optional<NotifiedState> now, Optional<String> commit) {
    /** True if people should hear of the change: a service without an earlier state counts as good. */
    public boolean isOne() {
        return now.isPresent() && now.get() != before.map(Known::state).orElse(NotifiedState.GOOD);
    }

    /** The state afterwards, to follow the service's name. */
    public String words() {
        if (now.isEmpty()) {
            return "is undecided";
        } else if (isOne()) {
            return now.get() == NotifiedState.BAD ? "is bad" : "is good again";
        }
        return "is " + (before.isPresent() ? "still " : "") + now.get().word();
    }
}
