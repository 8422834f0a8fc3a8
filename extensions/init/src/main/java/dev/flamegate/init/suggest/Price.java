package dev.flamegate.init.suggest;

import dev.flamegate.format.Numbers;
import dev.flamegate.model.rule.Criterion;
import java.util.OptionalDouble;

/**
 * The time that a limit costs: how many pairs it takes until an unchanged build is decided by it.
 *
 * @param pairs on average
 * @param stricter the next stricter limit
 * @param then pairs with that limit, on average
 * @param pairSeconds that a pair takes; empty where that is not known
 */
record Price(double pairs, Criterion stricter, double then, OptionalDouble pairSeconds) {
    /** A sentence for people. */
    String text() {
        return "Decided after " + Numbers.number(pairs, 2) + " pairs on average" + minutes(pairs) + "; `"
                + stricter.text() + "` would take " + Numbers.number(then, 2) + minutes(then) + ".";
    }

    private String minutes(double number) {
        return pairSeconds.isEmpty() ? "" : " (" + Numbers.number(number * pairSeconds.getAsDouble() / 60, 2) + " min)";
    }
}
