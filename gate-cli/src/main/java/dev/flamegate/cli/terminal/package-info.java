/** The program's output: the capabilities of the terminal, progress on stderr, results on stdout. */
@NullMarked
package dev.flamegate.cli.terminal;

import org.jspecify.annotations.NullMarked;
