package dev.flamegate.collect.jfr;

import dev.flamegate.profile.format.FacetLabels;
import dev.flamegate.profile.format.Protobuf;
import dev.flamegate.profile.jfr.ChunkStacks.Labels;
import java.util.HashMap;
import java.util.Map;

/**
 * The labels that the application put on its samples, as the Pyroscope agent sends them with a recording:
 * {@code map<int64, Context> contexts = 1; map<int64, string> strings = 2;} with
 * {@code Context {map<int64, int64> labels = 1;}}.
 *
 * <p>The request of a sample is its label {@code endpoint}; else the first of {@code route},
 * {@code http.route}, {@code http_route}, {@code uri}, {@code path}, {@code handler}; else the name of its span.
 */
final class LabelSnapshot implements Labels {
    private final Map<Long, Map<Long, Long>> contexts = new HashMap<>();
    private final Map<Long, String> strings = new HashMap<>();
    private final Map<Long, String> requests = new HashMap<>();

    private LabelSnapshot() {}

    /**
     * Reads a snapshot.
     *
     * @throws IllegalArgumentException when the bytes are not a snapshot
     */
    static LabelSnapshot of(byte[] bytes) {
        LabelSnapshot snapshot = new LabelSnapshot();
        Protobuf in = Protobuf.of(bytes);
        while (in.next()) {
            if (in.field() == 1) {
                snapshot.addContext(in.message());
            } else if (in.field() == 2) {
                snapshot.addString(in.message());
            }
        }
        return snapshot;
    }

    private void addContext(Protobuf entry) {
        long id = 0;
        Map<Long, Long> labels = new HashMap<>();
        while (entry.next()) {
            if (entry.field() == 1) {
                id = entry.number();
            } else if (entry.field() == 2) {
                Protobuf context = entry.message();
                while (context.next()) {
                    if (context.field() == 1) {
                        addLabel(context.message(), labels);
                    }
                }
            }
        }
        contexts.put(id, labels);
    }

    private static void addLabel(Protobuf entry, Map<Long, Long> labels) {
        long key = 0;
        long value = 0;
        while (entry.next()) {
            if (entry.field() == 1) {
                key = entry.number();
            } else if (entry.field() == 2) {
                value = entry.number();
            }
        }
        labels.put(key, value);
    }

    private void addString(Protobuf entry) {
        long id = 0;
        String text = "";
        while (entry.next()) {
            if (entry.field() == 1) {
                id = entry.number();
            } else if (entry.field() == 2) {
                text = entry.text();
            }
        }
        strings.put(id, text);
    }

    @Override
    public String request(long context, long spanName) {
        String request = requests.computeIfAbsent(context, this::find);
        return request.isEmpty() && spanName != 0 ? strings.getOrDefault(spanName, "") : request;
    }

    private String find(long context) {
        Map<String, String> labels = new HashMap<>();
        contexts.getOrDefault(context, Map.of())
                .forEach((key, value) -> labels.put(strings.getOrDefault(key, ""), strings.getOrDefault(value, "")));
        return FacetLabels.request(labels);
    }
}
