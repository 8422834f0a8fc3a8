/**
 * The YAML language of plans and rules: text in, checked values or all problems at once out, each with its line,
 * column and a suggestion. No file is opened here.
 */
@NullMarked
package dev.flamegate.plan;

import org.jspecify.annotations.NullMarked;
