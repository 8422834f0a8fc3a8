package dev.flamegate.collect.jfr;

import dev.flamegate.model.ProfileEvent;
import dev.flamegate.profile.jfr.ProfilerSettings;
import java.util.Map;

/**
 * What one chunk of a recording holds.
 *
 * @param start nanoseconds since the epoch
 * @param end nanoseconds since the epoch, not before {@code start}
 * @param pid process it was recorded in; 0 when it does not say
 * @param settings of the profiler
 * @param samples by event; CPU and wall are always there, though perhaps without samples
 */
record RecordedChunk(long start, long end, long pid, ProfilerSettings settings, Map<ProfileEvent, Samples> samples) {}
