/**
 * YAML as a tree with positions: each key and value with its line and column, all problems of a file at once, each
 * with a caret and the nearest valid word. No file is opened here.
 */
@NullMarked
package dev.flamegate.plan.yaml;

import org.jspecify.annotations.NullMarked;
