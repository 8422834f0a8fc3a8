package dev.flamegate.doctor;

import java.time.Duration;

/** Looks at one thing. Checks run side by side, so none may take much CPU. */
interface Check {
    /** Stable name: letters, digits and dashes. */
    String id();

    Group group();

    /** Longest time it may take; what takes longer is given up, and said so. */
    default Duration limit() {
        return Duration.ofSeconds(4);
    }

    /** Looks. An exception is a bug, except for one that says that something cannot be had. */
    CheckResult look() throws Exception;
}
