package dev.flamegate.selftest.agent;

/** Methods that a changed class gets, as copies: what it calls of its own is counted and profiled as its own. */
final class Lookups {
    /** Turns of the loop in one lookup, about a microsecond of compiled code. */
    private static final int TURNS = 1000;

    private Lookups() {}

    static int flamegate$lookups(int number) {
        int sum = 0;
        for (int i = 0; i < number; i++) {
            sum += flamegate$lookup(i);
        }
        return sum;
    }

    static int flamegate$lookup(int key) {
        int value = key;
        for (int i = 0; i < TURNS; i++) {
            value = value * 31 + i;
        }
        return value;
    }
}
