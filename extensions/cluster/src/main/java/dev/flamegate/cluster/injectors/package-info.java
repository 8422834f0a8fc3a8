/**
 * Load that is sent from elsewhere: an agent next to the generator, and the gate's end of it. The generator there is
 * the same as on the gate's machine; only its files, the gate's words and its log travel.
 */
@NullMarked
package dev.flamegate.cluster.injectors;

import org.jspecify.annotations.NullMarked;
