/**
 * Events of virtual machines: which of them are recorded, and what a recording of the JDK's Flight Recorder says. Input: a
 * recording that an {@link dev.flamegate.collect.EventRecorder} fetched. Output: its
 * {@link dev.flamegate.model.Pair.JvmEvents.Tally tallies}.
 */
@NullMarked
package dev.flamegate.collect.events;

import org.jspecify.annotations.NullMarked;
