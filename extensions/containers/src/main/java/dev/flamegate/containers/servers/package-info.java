/** A Prometheus and a Pyroscope in containers next to the targets. */
@NullMarked
package dev.flamegate.containers.servers;

import org.jspecify.annotations.NullMarked;
