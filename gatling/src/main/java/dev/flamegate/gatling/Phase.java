package dev.flamegate.gatling;

/** The gate's current demand on the load. */
enum Phase {
    /** The load has not started yet. */
    WAITING,
    /** Warm-up with more users than planned, as far as the service serves them; users in flight are bounded. */
    HURRYING,
    /** Warm-up with the planned users, those in flight bounded. */
    WARM_UP,
    /** An open model: no bound. */
    MEASURING,
    /** Users who come leave without a request; those under way go on. */
    DRAINING,
    /** Users who come leave without a request, and those under way stop where they are. */
    PAUSED,
    /** The next user ends the simulation. */
    STOPPING
}
