/**
 * The gate as a process, for whatever wants to start it from a JVM of its own: it finds an installation, starts a command line
 * of it, hands on what it prints and says how it ended. The JDK is all that it uses, so it disturbs nobody's class path.
 */
@NullMarked
package dev.flamegate.launch;

import org.jspecify.annotations.NullMarked;
