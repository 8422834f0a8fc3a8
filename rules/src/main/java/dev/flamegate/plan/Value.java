package dev.flamegate.plan;

import dev.flamegate.plan.Node.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * The value of one key.
 *
 * @param name the key as a message calls it: {@code target.port}
 */
record Value(String name, Node node, Problems problems) {
    /** Records that it is of the wrong kind: {@code `target.port` takes a whole number, not the text `x`}. */
    void wrong(String expected, @Nullable String suggestion) {
        problems.add(node.at(), "`" + name + "` takes " + expected + ", not " + node.describe(), suggestion);
    }

    void wrong(String expected) {
        wrong(expected, null);
    }

    /** Records a problem at one character of a scalar. */
    void wrongAt(int offset, String message, @Nullable String suggestion) {
        Position at = node instanceof Scalar scalar ? scalar.inside(offset) : node.at();
        problems.add(at, message, suggestion);
    }
}
