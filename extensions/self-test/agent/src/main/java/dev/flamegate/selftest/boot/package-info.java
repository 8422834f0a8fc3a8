/** What changed code calls: on the class path of the virtual machine itself, where every loader finds it. */
@NullMarked
package dev.flamegate.selftest.boot;

import org.jspecify.annotations.NullMarked;
