/** Code that the changed method calls, on the boot class path, where every class loader finds it. */
@NullMarked
package dev.flamegate.selftest.boot;

import org.jspecify.annotations.NullMarked;
