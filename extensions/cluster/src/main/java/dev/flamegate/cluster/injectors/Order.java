package dev.flamegate.cluster.injectors;

import dev.flamegate.plan.LoadSpec;
import dev.flamegate.plan.LoadSpec.Share;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The load that an agent is to send.
 *
 * @param files checksum of the archive with the load's files
 * @param load its class path relative to the folder of the plan in the archive
 */
record Order(String files, LoadSpec load, Share share, URI baseUrl) {
    void write(Wire wire) throws IOException {
        LoadSpec.Command command = load.command();
        wire.text(files);
        wire.text(load.simulation());
        wire.texts(load.classpath());
        wire.texts(List.copyOf(load.properties().keySet()));
        wire.texts(List.copyOf(load.properties().values()));
        wire.texts(command == null ? List.of() : command.words());
        wire.text(command == null ? "" : command.results().name());
        wire.out().writeLong(load.warmUp().atLeast().toMillis());
        wire.out().writeLong(load.warmUp().atMost().toMillis());
        wire.out().writeInt(load.warmUp().hurry());
        wire.out().writeLong(load.measure().toMillis());
        wire.out().writeInt(share.number());
        wire.out().writeInt(share.of());
        wire.text(baseUrl.toString());
    }

    static Order read(Wire wire) throws IOException {
        try {
            String files = wire.text();
            String simulation = wire.text();
            List<String> classpath = wire.texts();
            Map<String, String> properties = properties(wire.texts(), wire.texts());
            List<String> words = wire.texts();
            String results = wire.text();
            LoadSpec.WarmUpBounds warmUp = new LoadSpec.WarmUpBounds(
                    Duration.ofMillis(wire.in().readLong()),
                    Duration.ofMillis(wire.in().readLong()),
                    wire.in().readInt());
            Duration measure = Duration.ofMillis(wire.in().readLong());
            Share share = new Share(wire.in().readInt(), wire.in().readInt());
            LoadSpec load = new LoadSpec(
                    simulation,
                    classpath,
                    properties,
                    words.isEmpty() ? null : new LoadSpec.Command(words, LoadSpec.Results.valueOf(results)),
                    share.of(),
                    null,
                    warmUp,
                    measure);
            return new Order(files, load, share, URI.create(wire.text()));
        } catch (IllegalArgumentException e) {
            throw new IOException("an order that cannot be read: " + e.getMessage(), e);
        }
    }

    private static Map<String, String> properties(List<String> names, List<String> values) throws IOException {
        if (names.size() != values.size()) {
            throw new IOException("properties without values");
        }
        Map<String, String> properties = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            properties.put(names.get(i), values.get(i));
        }
        return properties;
    }
}
