package dev.flamegate.insight.calls;

/**
 * A call of a method, by the names of class files.
 *
 * @param overridden whether the method that is entered may be another one, which overrides or implements it
 */
record Call(String owner, String name, String descriptor, boolean overridden) {}
