package dev.flamegate.load;

/**
 * What a simulation declares about its load.
 *
 * @param scenario name
 * @param usersPerSecond constant rate, above 0
 */
record Injection(String scenario, double usersPerSecond) {
    Injection {
        if (!(usersPerSecond > 0)) {
            throw new IllegalArgumentException(usersPerSecond + ": a rate is above 0 users per second");
        }
    }
}
