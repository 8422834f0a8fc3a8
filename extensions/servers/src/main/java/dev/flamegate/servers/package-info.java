/** Services that run already, windows in the past, and the servers that know about them. */
@NullMarked
package dev.flamegate.servers;

import org.jspecify.annotations.NullMarked;
