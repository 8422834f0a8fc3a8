package dev.flamegate.junit;

import java.util.Locale;

/** What the gate does for a test. */
public enum Command {
    /** Measures the build that the plan names, and judges it by absolute limits and stored runs. */
    RUN,

    /** Measures two builds in turns. */
    COMPARE;

    /** As a command line has it. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
