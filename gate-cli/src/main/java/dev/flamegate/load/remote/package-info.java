/**
 * Load that is sent from elsewhere: an agent beside the generator, and the gate's end of it. What runs there is the same
 * generator as on the gate's machine; only its files, the gate's words and its log travel.
 */
@NullMarked
package dev.flamegate.load.remote;

import org.jspecify.annotations.NullMarked;
