/** What tests of several modules share. */
@NullMarked
package dev.flamegate.testing;

import org.jspecify.annotations.NullMarked;
