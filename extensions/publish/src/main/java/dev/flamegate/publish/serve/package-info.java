/**
 * {@code flamegate serve}: answers over HTTP what the newest stored verdict of a service is. It reads stored runs and
 * comparisons; it measures, changes and sends nothing.
 */
@NullMarked
package dev.flamegate.publish.serve;

import org.jspecify.annotations.NullMarked;
