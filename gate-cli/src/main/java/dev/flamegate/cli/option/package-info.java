/**
 * Parts that the commands share: the options, the files that options name, the history that commands open, and mistakes
 * in a command line ({@link dev.flamegate.cli.option.UsageProblem}).
 */
@NullMarked
package dev.flamegate.cli.option;

import org.jspecify.annotations.NullMarked;
