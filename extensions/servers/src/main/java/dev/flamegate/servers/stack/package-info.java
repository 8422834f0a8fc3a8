/** A Prometheus and a Pyroscope in containers next to the targets. */
@NullMarked
package dev.flamegate.servers.stack;

import org.jspecify.annotations.NullMarked;
