/**
 * Classes that instrumented code of the application calls. The bootstrap class loader loads it, from a jar that the
 * probe writes when calls are to be counted, so that every class sees the same one; the probe itself reaches it by
 * reflection alone.
 */
@NullMarked
package dev.flamegate.probe.boot;

import org.jspecify.annotations.NullMarked;
