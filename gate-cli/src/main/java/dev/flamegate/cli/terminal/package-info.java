/**
 * Where the program writes: what is known about the terminal, progress on stderr, results on stdout.
 */
@NullMarked
package dev.flamegate.cli.terminal;

import org.jspecify.annotations.NullMarked;
