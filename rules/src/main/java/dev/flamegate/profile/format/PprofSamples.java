package dev.flamegate.profile.format;

import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The samples of a pprof profile, one tree for each type of value. */
final class PprofSamples {
    private static final int MOST_TYPES = 64;

    private final PprofSymbols symbols;
    private final List<SampleType> types;
    private final ProfileLimits limits;
    private final List<BoundedTree> trees = new ArrayList<>();
    private final long[] values;
    private long[] locations = new long[64];
    private int locationCount;
    private int valueCount;

    PprofSamples(PprofSymbols symbols, List<SampleType> types, ProfileLimits limits) {
        if (types.size() > MOST_TYPES) {
            throw new IllegalArgumentException(types.size() + " types of samples");
        }
        this.symbols = symbols;
        this.types = types;
        this.limits = limits;
        values = new long[types.size()];
        types.forEach(type -> trees.add(new BoundedTree(limits)));
    }

    List<CallTree> read(byte[] profile) {
        Protobuf in = Protobuf.of(profile);
        while (in.next()) {
            if (in.field() == PprofFields.SAMPLE) {
                add(in.message());
            }
        }
        return trees.stream().map(BoundedTree::build).toList();
    }

    private void add(Protobuf in) {
        locationCount = 0;
        valueCount = 0;
        Map<String, String> labels = Map.of();
        while (in.next()) {
            switch (in.field()) {
                case PprofFields.SAMPLE_LOCATION_ID -> numbers(in, true);
                case PprofFields.SAMPLE_VALUE -> numbers(in, false);
                case PprofFields.SAMPLE_LABEL -> {
                    labels = labels.isEmpty() ? new HashMap<>() : labels;
                    addLabel(in.message(), labels);
                }
                default -> {
                    // Nothing else is known.
                }
            }
        }
        if (valueCount != types.size()) {
            throw new IllegalArgumentException(
                    "a sample of " + valueCount + " values where there are " + types.size() + " types");
        }
        for (int type = 0; type < valueCount; type++) {
            if (values[type] != 0) {
                add(trees.get(type), labels, types.get(type).toBase(values[type]));
            }
        }
    }

    private void add(BoundedTree tree, Map<String, String> labels, long value) {
        int node = CallTree.ROOT;
        int depth = 0;
        String pool = "";
        for (int i = locationCount - 1; i >= 0; i--) {
            PprofSymbols.Frames frames = symbols.frames(locations[i]);
            for (int at = 0; at < frames.names().length; at++) {
                if (++depth > limits.depth()) {
                    throw new IllegalArgumentException("a stack of more than " + limits.depth() + " frames");
                }
                node = tree.child(node, frames.names()[at], frames.lines()[at]);
                pool = FrameNames.pool(pool, frames.pools()[at]);
            }
        }
        Facet facet = FacetLabels.facet(labels, pool);
        tree.add(node, facet, value);
    }

    /** Repeated numbers come one by one or in a run. */
    private void numbers(Protobuf in, boolean ofLocations) {
        if (!in.isPacked()) {
            number(in.number(), ofLocations);
            return;
        }
        for (Protobuf run = in.message(); run.hasPacked(); ) {
            number(run.packedNumber(), ofLocations);
        }
    }

    private void number(long number, boolean ofLocations) {
        if (ofLocations) {
            if (locationCount == limits.depth()) {
                throw new IllegalArgumentException("a stack of more than " + limits.depth() + " frames");
            }
            if (locationCount == locations.length) {
                locations = Arrays.copyOf(locations, 2 * locationCount);
            }
            locations[locationCount++] = number;
        } else {
            if (valueCount < values.length) {
                values[valueCount] = number;
            }
            valueCount++;
        }
    }

    private void addLabel(Protobuf in, Map<String, String> labels) {
        long key = 0;
        long text = 0;
        while (in.next()) {
            if (in.field() == PprofFields.LABEL_KEY) {
                key = in.number();
            } else if (in.field() == PprofFields.LABEL_STR) {
                text = in.number();
            }
        }
        // Labels with a number, such as a thread's, tell starts apart and not places.
        if (text != 0) {
            labels.put(symbols.text(key), symbols.text(text));
        }
    }
}
