/**
 * Targets in containers, and containers beside targets that are processes. In: a plan and a Docker engine. Out: the
 * runtime {@code container}, {@link dev.flamegate.runtime.BesideContainers}, and checks of the engine and its images.
 */
@NullMarked
package dev.flamegate.containers;

import org.jspecify.annotations.NullMarked;
