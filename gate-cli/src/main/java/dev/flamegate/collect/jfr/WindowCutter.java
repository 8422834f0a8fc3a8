package dev.flamegate.collect.jfr;

import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.ProfileQuality;
import dev.flamegate.model.Warning;
import dev.flamegate.model.message.ProfileNotice;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.StackTrie;
import dev.flamegate.profile.jfr.ProfilerSettings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Cuts one window out of several chunks. */
final class WindowCutter {
    private static final double NANOS = 1e-9;

    /** The largest total weight of an event in a window: two years of a processor, or 64 PiB. */
    private static final long MOST_WEIGHT = 1L << 56;

    private final StackTrie trie;
    private final long from;
    private final long to;
    private final Map<ProfileEvent, Part> parts = new EnumMap<>(ProfileEvent.class);
    private final Map<ProfileEvent, Part> otlp = new EnumMap<>(ProfileEvent.class);
    private final List<ChunkBuilder.Chunk> inside = new ArrayList<>();
    private final Set<String> settings = new LinkedHashSet<>();
    private final Set<String> unknown = new LinkedHashSet<>();
    private final Set<String> unreal = new LinkedHashSet<>();
    private final Set<String> twice = new LinkedHashSet<>();

    WindowCutter(StackTrie trie, long from, long to) {
        this.trie = trie;
        this.from = from;
        this.to = to;
    }

    void add(ChunkBuilder.Chunk chunk) {
        if (chunk.end() <= from || chunk.start() >= to) {
            return;
        }
        inside.add(chunk);
        ProfilerSettings set = chunk.settings();
        if (chunk.samples().containsKey(ProfileEvent.CPU)) {
            settings.add(set.engine() + " every " + set.cpuInterval() + " ns");
        }
        Map<ProfileEvent, Part> into = set.engine().equals(OtlpChunks.ENGINE) ? otlp : parts;
        chunk.samples().forEach((event, samples) -> {
            if (!samples.isWeighted() && samples.size() > 0 && interval(event, set) <= 0) {
                unknown.add(event.key());
            } else if (isRecorded(event, set, samples)) {
                boolean real = into.computeIfAbsent(event, key -> new Part(trie, set.engine()))
                        .add(samples, samples.isWeighted() ? 0 : interval(event, set));
                if (!real) {
                    unreal.add(event.key());
                }
            }
        });
    }

    private static boolean isRecorded(ProfileEvent event, ProfilerSettings settings, Samples samples) {
        return samples.size() > 0
                || (event.isWeighted() ? settings.records(event.key()) : interval(event, settings) > 0);
    }

    /** Nanoseconds a sample stands for; 0 if samples carry weights. */
    private static long interval(ProfileEvent event, ProfilerSettings settings) {
        if (event.isWeighted()) {
            return 0;
        }
        return event.isWaiting() ? settings.wallInterval() : settings.cpuInterval();
    }

    ProfileCut cut(double cpuSeconds, int foreign) {
        // The same time twice would be worse than either.
        otlp.forEach((event, part) -> {
            if (parts.containsKey(event)) {
                twice.add(event.key());
            } else {
                parts.put(event, part);
            }
        });
        Map<ProfileEvent, CallTree> trees = new EnumMap<>(ProfileEvent.class);
        List<ProfileQuality> quality = new ArrayList<>();
        double gap = gap();
        parts.forEach((event, part) -> {
            CallTree tree = part.tree.build();
            trees.put(event, tree);
            double interval = part.interval > 0 ? part.interval * NANOS : Double.NaN;
            double coverage =
                    event == ProfileEvent.CPU && cpuSeconds > 0 ? tree.weight() * NANOS / cpuSeconds : Double.NaN;
            quality.add(new ProfileQuality(event, part.engine(event), interval, part.samples, coverage, gap));
        });
        return new ProfileCut(trees, quality, warnings(foreign));
    }

    private List<Warning> warnings(int foreign) {
        List<Warning> warnings = new ArrayList<>();
        if (settings.size() > 1) {
            warnings.add(new Warning(
                    ProfileNotice.PROFILER_SETTINGS_CHANGED,
                    "The profiler's settings changed inside the window: " + String.join(", then ", settings)));
        }
        if (foreign > 0) {
            warnings.add(new Warning(
                    ProfileNotice.FOREIGN_PROFILE,
                    foreign + " recordings came from another process than the target, such as one of its children,"
                            + " and are ignored"));
        }
        if (!unknown.isEmpty()) {
            warnings.add(new Warning(
                    ProfileNotice.PROFILE_INTERVAL_UNKNOWN,
                    "A recording does not say how much time a sample stands for; ignored: "
                            + String.join(", ", unknown)));
        }
        if (!unreal.isEmpty()) {
            warnings.add(new Warning(
                    ProfileNotice.PROFILE_WEIGHT_UNREAL,
                    "A recording says more of its samples than any window can hold; these are ignored: "
                            + String.join(", ", unreal)));
        }
        if (!twice.isEmpty()) {
            warnings.add(new Warning(
                    ProfileNotice.PROFILE_TWICE,
                    "Both the agent and an OTLP profiler pushed profiles; those by OTLP are ignored: "
                            + String.join(", ", twice)));
        }
        if (inside.isEmpty()) {
            warnings.add(new Warning(
                    ProfileNotice.NO_PROFILE,
                    "No recording covers the window: the profiler did not start, or its pushes did not arrive"));
        }
        return warnings;
    }

    /** The longest stretch of the window without a recording, in seconds. */
    private double gap() {
        inside.sort(Comparator.comparingLong(ChunkBuilder.Chunk::start));
        long covered = from;
        long gap = 0;
        for (ChunkBuilder.Chunk chunk : inside) {
            gap = Math.max(gap, chunk.start() - covered);
            covered = Math.max(covered, chunk.end());
        }
        return Math.max(gap, to - covered) * NANOS;
    }

    /** The tree of one event while it is built. */
    private final class Part {
        private final CallTree.Builder tree = new CallTree.Builder();
        private final StackTrie.Copy copy;
        private final String engine;
        private long interval;
        private long samples;
        private long total;

        Part(StackTrie trie, String engine) {
            copy = tree.trie().copyOf(trie);
            this.engine = engine;
        }

        String engine(ProfileEvent event) {
            return event == ProfileEvent.CPU ? engine : event.key();
        }

        /** Adds the samples inside the window; false when some weigh too much to be added. */
        boolean add(Samples column, long sampleInterval) {
            boolean real = true;
            interval = sampleInterval;
            for (int i = 0; i < column.size(); i++) {
                int count = column.countIn(i, from, to);
                long each = sampleInterval > 0 ? sampleInterval : column.weightIn(i, from, to);
                long times = sampleInterval > 0 ? count : 1;
                if (each > 0 && times > 0 && each > (MOST_WEIGHT - total) / times) {
                    real = false;
                } else if (each > 0 && times > 0) {
                    total += each * times;
                    samples += Math.max(1, count);
                    tree.addAt(copy.node(column.node(i)), trie.facetAt(column.facet(i)), each * times);
                }
            }
            return real;
        }
    }
}
