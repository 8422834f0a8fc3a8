/**
 * YAML as a tree that knows its places: each key and value with its line and column, all problems of a file at once, each
 * with a caret and the nearest valid word. No file is opened here.
 */
@NullMarked
package dev.flamegate.plan.yaml;

import org.jspecify.annotations.NullMarked;
