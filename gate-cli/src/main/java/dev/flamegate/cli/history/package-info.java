/**
 * {@code flamegate history} and its subcommands, which list, keep and share stored runs.
 */
@NullMarked
package dev.flamegate.cli.history;

import org.jspecify.annotations.NullMarked;
