package dev.flamegate.plan;

/**
 * A place in a file.
 *
 * @param line from 1
 * @param column from 1, in code points
 */
record Position(Source source, int line, int column) {
    /** As in a message: {@code rules/service.yaml:7}. */
    String text() {
        return source.name() + ":" + line;
    }
}
