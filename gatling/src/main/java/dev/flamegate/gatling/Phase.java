package dev.flamegate.gatling;

/** What the gate currently wants from the load. */
enum Phase {
    /** Not started yet. */
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
