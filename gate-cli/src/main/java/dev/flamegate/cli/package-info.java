/**
 * The command line: arguments in, exit codes out; results on stdout, progress and warnings on stderr. The only
 * package that knows about a terminal.
 */
@NullMarked
package dev.flamegate.cli;

import org.jspecify.annotations.NullMarked;
