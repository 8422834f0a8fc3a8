/** Tests the gate on the user's own service: makes it slower in known ways and says what is found of it. */
@NullMarked
package dev.flamegate.selftest;

import org.jspecify.annotations.NullMarked;
