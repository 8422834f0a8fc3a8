/**
 * What the commands share: the options, the files they name, the history they open, and what is wrong with a command line
 * ({@link dev.flamegate.cli.option.UsageProblem}).
 */
@NullMarked
package dev.flamegate.cli.option;

import org.jspecify.annotations.NullMarked;
