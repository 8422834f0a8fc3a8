package dev.flamegate.profile.format;

import dev.flamegate.model.ProfileEvent;
import dev.flamegate.profile.Facet;
import java.util.Optional;

/**
 * The description of a profile in an OTLP message.
 *
 * @param pid process that it was taken in; 0 when the message does not say
 * @param event what is measured; empty when that is nothing that is measured here. Weights are in its base unit, or
 *     else the values as they are
 * @param type as the message names it
 * @param interval nanoseconds between two samples of CPU or elapsed time; 0 when the message does not say
 * @param start nanoseconds since the epoch; 0 when the message does not say
 * @param duration nanoseconds, not negative
 */
public record OtlpProfile(
        long pid, Optional<ProfileEvent> event, SampleType type, long interval, long start, long duration) {

    /** Receives the profiles of a message, one after the other. */
    public interface Visitor {
        /** The samples that follow belong to this profile. */
        void begin(OtlpProfile profile);

        /**
         * One sample, or several of one stack that the message adds up.
         *
         * @param node in the trie that the message is read into
         * @param at its first moment, in nanoseconds since the epoch; 0 when the message does not say
         * @param span nanoseconds over which it was added up; 0 for one moment
         * @param weight above 0
         */
        void sample(int node, Facet facet, long at, long span, long weight);
    }
}
