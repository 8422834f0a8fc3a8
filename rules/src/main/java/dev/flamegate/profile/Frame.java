package dev.flamegate.profile;

/**
 * One frame of a stack.
 *
 * @param name canonical name: {@code dev.acme.Matrix.multiply}
 * @param line line in its source file; 0 when unknown
 */
public record Frame(String name, int line) {
    public Frame {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a frame has a name");
        }
    }
}
