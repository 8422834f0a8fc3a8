package dev.flamegate.load;

/**
 * The times at which Gatling means to start users at a constant rate: each second gets a whole number of users, spread
 * over its milliseconds. Asked user by user, from the first.
 */
final class InjectionSchedule {
    private static final int MILLIS = 1000;

    private final double usersPerSecond;
    private long second = -1;
    private long usersBefore;
    private long usersInSecond;
    private long indexInSecond;

    InjectionSchedule(double usersPerSecond) {
        this.usersPerSecond = usersPerSecond;
    }

    /** Milliseconds from the start of the injection to the planned start of the next user. */
    long next() {
        while (indexInSecond == usersInSecond) {
            second++;
            usersBefore += usersInSecond;
            usersInSecond = (long) Math.ceil(usersPerSecond * (second + 1)) - usersBefore;
            indexInSecond = 0;
        }
        return second * MILLIS + MILLIS * indexInSecond++ / usersInSecond;
    }
}
