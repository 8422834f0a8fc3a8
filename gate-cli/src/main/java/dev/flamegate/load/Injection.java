package dev.flamegate.load;

/**
 * A simulation's declaration of its load.
 *
 * @param scenario name
 * @param usersPerSecond constant rate, above 0
 */
public record Injection(String scenario, double usersPerSecond) {
    public Injection {
        if (!(usersPerSecond > 0)) {
            throw new IllegalArgumentException(usersPerSecond + ": a rate is above 0 users per second");
        }
    }

    /** The planned starts of the users. */
    Schedule schedule() {
        return new Schedule(usersPerSecond);
    }

    /**
     * The times at which Gatling means to start users at a constant rate: each second gets a whole number of users,
     * spread over its milliseconds. Asked user by user, from the first.
     */
    static final class Schedule {
        private static final int MILLIS = 1000;
        /** The second after which no user is planned: in a hundred years. */
        private static final long NEVER = 100 * 365 * 86_400L;

        private final double usersPerSecond;
        private long second = -1;
        private long usersBefore;
        private long usersInSecond;
        private long indexInSecond;

        private Schedule(double usersPerSecond) {
            this.usersPerSecond = usersPerSecond;
        }

        /** Milliseconds from the start of the injection to the planned start of the next user. */
        long next() {
            while (indexInSecond == usersInSecond) {
                usersBefore += usersInSecond;
                // At a low rate there are long times without a user.
                second = Math.max(second + 1, (long) (usersBefore / usersPerSecond) - 1);
                if (second >= NEVER) {
                    return NEVER * MILLIS;
                }
                usersInSecond = (long) Math.ceil(usersPerSecond * (second + 1)) - usersBefore;
                indexInSecond = 0;
            }
            return second * MILLIS + MILLIS * indexInSecond++ / usersInSecond;
        }
    }
}
