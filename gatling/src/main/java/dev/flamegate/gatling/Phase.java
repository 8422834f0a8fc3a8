package dev.flamegate.gatling;

/** What the gate wants of the load at the moment. */
enum Phase {
    /** Not yet to begin. */
    WAITING,
    /** Requests in flight are bounded. */
    WARM_UP,
    /** An open model: no bound. */
    MEASURING,
    /** Users leave without a request. */
    PAUSED,
    /** The next user ends the simulation. */
    STOPPING
}
