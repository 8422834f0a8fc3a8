package dev.flamegate.profile.format;

import dev.flamegate.model.ProfileEvent;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.StackTrie;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads profiles in OpenTelemetry's format ({@code ProfilesData} of OTLP 1.10, protocol buffers, also with gzip), which
 * is that of async-profiler's {@code otlp} output, of its converter, and of what is posted to
 * {@code /v1development/profiles}. Threads, requests and states come from attributes of samples. Links to spans are
 * ignored.
 */
public final class OtlpReader {
    /** Observations of one sample: a thousand a second for half an hour. */
    private static final int MOST_VALUES = 2_000_000;

    /** The year 2116: a time beyond it, with a duration, might have no room in a long. */
    private static final long LATEST = Long.MAX_VALUE / 2;

    private final OtlpTables tables;
    private final OtlpProfile.Visitor visitor;
    private final OtlpTables.Numbers labels = new OtlpTables.Numbers(1_000, "a sample of more than 1000 attributes");
    private final OtlpTables.Numbers values =
            new OtlpTables.Numbers(MOST_VALUES, "a sample of more than " + MOST_VALUES + " values");
    private final OtlpTables.Numbers times =
            new OtlpTables.Numbers(MOST_VALUES, "a sample of more than " + MOST_VALUES + " times");

    private OtlpReader(StackTrie trie, ProfileLimits limits, OtlpProfile.Visitor visitor) {
        tables = new OtlpTables(trie, limits);
        this.visitor = visitor;
    }

    /**
     * True if bytes are in this format rather than in that of pprof, whose profiles always have a table of names
     * outside of the two fields of this format.
     */
    public static boolean isOtlp(byte[] bytes) {
        try {
            Protobuf in = Protobuf.of(PprofReader.inflated(bytes, ProfileLimits.USUAL));
            boolean any = false;
            while (in.next()) {
                if (in.field() > OtlpFields.DATA_DICTIONARY || !in.isPacked()) {
                    return false;
                }
                any = true;
            }
            return any;
        } catch (IOException | IllegalArgumentException e) {
            return false;
        }
    }

    /**
     * Reads a message.
     *
     * @param trie gets its stacks, and keeps them when the message turns out to be damaged
     * @throws IllegalArgumentException when the bytes are no message, damaged, larger than the bounds, or hold values
     *     below zero
     */
    public static void read(byte[] bytes, StackTrie trie, ProfileLimits limits, OtlpProfile.Visitor visitor) {
        try {
            byte[] plain = PprofReader.inflated(bytes, limits);
            new OtlpReader(trie, limits, visitor).read(plain);
        } catch (IOException | IllegalArgumentException e) {
            throw new IllegalArgumentException("not an OTLP profile that can be read: " + e.getMessage(), e);
        }
    }

    /**
     * Reads a message whole, with a tree for each of its profiles. Those that are measured here have the type of their
     * event in its base unit, all others the type that the message says.
     *
     * @throws IllegalArgumentException as {@link #read(byte[], StackTrie, ProfileLimits, OtlpProfile.Visitor)} does
     */
    public static Pprof read(byte[] bytes, ProfileLimits limits) {
        Whole whole = new Whole();
        read(bytes, whole.trie, limits, whole);
        return whole.profile();
    }

    private void read(byte[] message) {
        for (Protobuf in = Protobuf.of(message); in.next(); ) {
            if (in.field() == OtlpFields.DATA_DICTIONARY) {
                tables.read(in.message());
            }
        }
        for (Protobuf in = Protobuf.of(message); in.next(); ) {
            if (in.field() == OtlpFields.DATA_RESOURCE_PROFILES) {
                readResource(in.message());
            }
        }
    }

    private void readResource(Protobuf in) {
        Protobuf again = in.again();
        long pid = 0;
        while (in.next()) {
            if (in.field() == OtlpFields.RESOURCE_PROFILES_RESOURCE) {
                pid = pid(in.message());
            }
        }
        while (again.next()) {
            if (again.field() == OtlpFields.RESOURCE_PROFILES_SCOPES) {
                for (Protobuf scope = again.message(); scope.next(); ) {
                    if (scope.field() == OtlpFields.SCOPE_PROFILES_PROFILES) {
                        readProfile(scope.message(), pid);
                    }
                }
            }
        }
    }

    private long pid(Protobuf resource) {
        long pid = 0;
        while (resource.next()) {
            if (resource.field() == OtlpFields.RESOURCE_ATTRIBUTES) {
                String key = "";
                OtlpTables.Value value = OtlpTables.Value.NONE;
                for (Protobuf in = resource.message(); in.next(); ) {
                    switch (in.field()) {
                        case OtlpFields.KEY_VALUE_KEY -> key = in.text();
                        case OtlpFields.KEY_VALUE_KEY_INDEX -> key = tables.text(in.number());
                        case OtlpFields.ATTRIBUTE_VALUE -> value = OtlpTables.value(in.message());
                        default -> {
                            // Nothing else is defined.
                        }
                    }
                }
                pid = key.equals("process.pid") ? Math.max(0, value.number()) : pid;
            }
        }
        return pid;
    }

    private void readProfile(Protobuf in, long pid) {
        Protobuf again = in.again();
        SampleType type = new SampleType("", "");
        SampleType periodType = type;
        long period = 0;
        long start = 0;
        long duration = 0;
        while (in.next()) {
            switch (in.field()) {
                case OtlpFields.PROFILE_SAMPLE_TYPE -> type = type(in.message());
                case OtlpFields.PROFILE_PERIOD_TYPE -> periodType = type(in.message());
                case OtlpFields.PROFILE_PERIOD -> period = Math.max(0, in.number());
                case OtlpFields.PROFILE_TIME -> start = time(in.fixed());
                case OtlpFields.PROFILE_DURATION -> duration = Math.max(0, in.number());
                default -> {
                    // Attributes of the whole, and the profile in another format.
                }
            }
        }
        long every = periodType.toBase(period);
        Optional<ProfileEvent> event = type.event();
        long each = 1;
        if (event.isEmpty() && type.unit().equals("count") && period > 0) {
            // For events with their own weights, the number of samples does not give the amount.
            event = periodType.event().filter(counted -> !counted.isWeighted());
            each = event.isPresent() ? every : 1;
        }
        // Of samples that only have times, each stands for one period, whatever the unit: the converter of
        // async-profiler 4.5
        // says nanoseconds of them too.
        boolean ofPeriod =
                event.isPresent() && !event.get().isWeighted() && every > 0 && event.equals(periodType.event());
        long moment = ofPeriod ? every : each;
        visitor.begin(new OtlpProfile(pid, event, type, periodType.isTime() ? every : 0, start, duration));
        Weighing weighing = new Weighing(type, each, moment, start, duration);
        while (again.next()) {
            if (again.field() == OtlpFields.PROFILE_SAMPLES) {
                readSample(again.message(), weighing);
            }
        }
    }

    private SampleType type(Protobuf in) {
        long type = 0;
        long unit = 0;
        while (in.next()) {
            if (in.field() == PprofFields.VALUE_TYPE_TYPE) {
                type = in.number();
            } else if (in.field() == PprofFields.VALUE_TYPE_UNIT) {
                unit = in.number();
            }
        }
        return new SampleType(tables.text(type), tables.text(unit));
    }

    private void readSample(Protobuf in, Weighing weighing) {
        labels.clear();
        values.clear();
        times.clear();
        long stack = 0;
        while (in.next()) {
            switch (in.field()) {
                case OtlpFields.SAMPLE_STACK -> stack = in.number();
                case OtlpFields.SAMPLE_ATTRIBUTES -> labels.read(in);
                case OtlpFields.SAMPLE_VALUES -> values.read(in);
                case OtlpFields.SAMPLE_TIMESTAMPS -> times.readFixed(in);
                default -> {
                    // Its span.
                }
            }
        }
        if (times.size() > 0 && values.size() > 0 && times.size() != values.size()) {
            throw new IllegalArgumentException(
                    "a sample of " + values.size() + " values at " + times.size() + " times");
        }
        OtlpTables.Stack end = tables.stack(stack);
        Facet facet = FacetLabels.facet(labelled(), end.pool());
        for (int i = 0; i < Math.max(values.size(), times.size()); i++) {
            long weight = values.size() == 0 ? weighing.moment : weighing.weight(values.get(i));
            boolean timed = times.size() > 0;
            if (weight > 0) {
                visitor.sample(
                        end.node(),
                        facet,
                        timed ? time(times.get(i)) : weighing.start,
                        timed ? 0 : weighing.duration,
                        weight);
            }
        }
    }

    private static long time(long nanos) {
        if (nanos < 0 || nanos > LATEST) {
            throw new IllegalArgumentException(nanos + ": a time that no profile was taken at");
        }
        return nanos;
    }

    private Map<String, String> labelled() {
        if (labels.size() == 0) {
            return Map.of();
        }
        Map<String, String> named = new HashMap<>();
        for (int i = 0; i < labels.size(); i++) {
            tables.label(labels.get(i), named);
        }
        return named;
    }

    /**
     * The weights and times of a profile's samples, unless the samples have their own.
     *
     * @param each weight of a value of 1 in its base unit
     * @param moment weight of a sample without a value
     */
    private record Weighing(SampleType type, long each, long moment, long start, long duration) {
        long weight(long value) {
            if (value < 0) {
                throw new IllegalArgumentException(value + ": a negative value");
            }
            try {
                return Math.multiplyExact(type.toBase(value), each);
            } catch (ArithmeticException e) {
                throw new IllegalArgumentException(value + ": more than any real profile measures", e);
            }
        }
    }

    /** Adds up the profiles of a message that are of one type. */
    private static final class Whole implements OtlpProfile.Visitor {
        private static final int MOST_TYPES = 64;

        private final StackTrie trie = new StackTrie();
        private final Map<SampleType, Map<Facet, Map<Integer, Long>>> types = new LinkedHashMap<>();
        private Map<Facet, Map<Integer, Long>> current = Map.of();
        private long from = Long.MAX_VALUE;
        private long to;

        @Override
        public void begin(OtlpProfile profile) {
            SampleType type = profile.event().map(SampleType::of).orElse(profile.type());
            current = types.computeIfAbsent(type, key -> new LinkedHashMap<>());
            if (types.size() > MOST_TYPES) {
                throw new IllegalArgumentException("more than " + MOST_TYPES + " types of samples");
            }
            if (profile.start() > 0) {
                from = Math.min(from, profile.start());
                to = Math.max(to, profile.start() + Math.min(profile.duration(), LATEST));
            }
        }

        @Override
        public void sample(int node, Facet facet, long at, long span, long weight) {
            current.computeIfAbsent(facet, key -> new LinkedHashMap<>()).merge(node, weight, Whole::sum);
        }

        private static long sum(long one, long other) {
            if (one + other < 0) {
                throw new IllegalArgumentException("its values add up to more than 63 bits");
            }
            return one + other;
        }

        Pprof profile() {
            List<CallTree> trees = new ArrayList<>();
            for (Map<Facet, Map<Integer, Long>> samples : types.values()) {
                CallTree.Builder tree = new CallTree.Builder();
                StackTrie.Copy copy = tree.trie().copyOf(trie);
                samples.forEach(
                        (facet, nodes) -> nodes.forEach((node, weight) -> tree.addAt(copy.node(node), facet, weight)));
                trees.add(tree.build());
            }
            boolean timed = from < to;
            return new Pprof(
                    List.copyOf(types.keySet()),
                    trees,
                    new SampleType("", ""),
                    0,
                    timed ? Instant.ofEpochSecond(0, from) : Instant.EPOCH,
                    timed ? Duration.ofNanos(to - from) : Duration.ZERO);
        }
    }
}
