package dev.flamegate.collect.jfr;

import dev.flamegate.model.ProfileEvent;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.StackTrie;
import dev.flamegate.profile.format.OtlpProfile;
import dev.flamegate.profile.format.SampleType;
import dev.flamegate.profile.jfr.ProfilerSettings;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Collects the profiles of one OTLP message, each as a chunk. Every sample has its weight; a sample that adds up
 * several without their times is spread evenly over its profile.
 */
final class OtlpChunks implements OtlpProfile.Visitor {
    /** The name that marks chunks of this kind. */
    static final String ENGINE = "otlp";

    /** The longest chunk: times are kept in microseconds from its start, which have room for 35 minutes. */
    private static final long LONGEST = 30 * 60 * 1_000_000_000L;

    private static final int MOST_PROFILES = 1_000;

    private final StackTrie trie;
    private final List<ChunkBuilder.Chunk> chunks = new ArrayList<>();
    private final Set<SampleType> ignored = new LinkedHashSet<>();
    private @Nullable OtlpProfile current;
    private Optional<Samples> samples = Optional.empty();
    private long start;
    private long end;

    OtlpChunks(StackTrie trie) {
        this.trie = trie;
    }

    /** The chunks of what was visited; nothing may be visited after this. */
    List<ChunkBuilder.Chunk> chunks() {
        finish();
        return chunks;
    }

    /** Types of the profiles that are not used. */
    Set<SampleType> ignored() {
        return ignored;
    }

    @Override
    public void begin(OtlpProfile profile) {
        finish();
        if (chunks.size() == MOST_PROFILES) {
            throw new IllegalArgumentException("more than " + MOST_PROFILES + " profiles");
        }
        if (profile.duration() > LONGEST) {
            throw new IllegalArgumentException(
                    "a profile of more than 30 minutes; let the profiler push every few seconds");
        }
        current = profile;
        start = profile.start();
        end = start + profile.duration();
        if (profile.event().isEmpty()) {
            ignored.add(profile.type());
        }
        samples = Optional.empty();
    }

    @Override
    public void sample(int node, Facet facet, long at, long span, long weight) {
        if (current == null || current.event().isEmpty()) {
            return;
        }
        if (at == 0) {
            throw new IllegalArgumentException("a profile that does not say when it was taken");
        }
        start = start == 0 ? at : start;
        if (at < start - LONGEST || at > start + LONGEST) {
            throw new IllegalArgumentException("a sample more than 30 minutes away from its profile");
        }
        end = Math.max(end, at + span);
        Samples column = samples.orElseGet(() -> new Samples(start, true, true));
        column.add(at, span, 1, node, trie.facet(facet), weight);
        samples = Optional.of(column);
    }

    private void finish() {
        if (current != null && current.event().isPresent() && start > 0) {
            ProfileEvent event = current.event().get();
            Samples column = samples.orElseGet(() -> new Samples(start, true, true));
            column.trim();
            Map<ProfileEvent, Samples> one = new EnumMap<>(ProfileEvent.class);
            one.put(event, column);
            String interval = event.isWaiting() ? "wall" : "interval";
            Map<String, String> settings = current.interval() > 0 && !event.isWeighted()
                    ? Map.of("engine", ENGINE, interval, Long.toString(current.interval()))
                    : Map.of("engine", ENGINE);
            chunks.add(new ChunkBuilder.Chunk(start, end, current.pid(), new ProfilerSettings(settings), one));
        }
        current = null;
    }
}
