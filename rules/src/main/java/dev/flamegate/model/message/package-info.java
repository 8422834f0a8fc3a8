/**
 * The messages that people may look up, each with its id, cause and remedy: constants, so that none is without an
 * entry. Uses nothing. docs/messages.md and {@code flamegate explain} are made from them.
 */
@NullMarked
package dev.flamegate.model.message;

import org.jspecify.annotations.NullMarked;
