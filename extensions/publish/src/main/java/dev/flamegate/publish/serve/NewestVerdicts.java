package dev.flamegate.publish.serve;

import dev.flamegate.store.History;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The newest verdicts in a history and in what is shared of it. */
final class NewestVerdicts implements VerdictServer.Source, AutoCloseable {
    private final History history;
    private final @Nullable SharedCopies copies;
    private final List<String> services;
    private final Duration refresh;
    private final Consumer<String> warnings;
    private List<JudgedRecord> known = List.of();
    private long read;
    private boolean wasRead;

    /**
     * The verdicts of a history.
     *
     * @param copies of what is shared; {@code null} where nothing is
     * @param services that are answered for; all when empty
     * @param refresh how old what is known of the history may be
     */
    NewestVerdicts(
            History history,
            @Nullable SharedCopies copies,
            List<String> services,
            Duration refresh,
            Consumer<String> warnings) {
        this.history = history;
        this.copies = copies;
        this.services = List.copyOf(services);
        this.refresh = refresh;
        this.warnings = warnings;
    }

    @Override
    public Optional<JudgedRecord> newest(VerdictQuery query) throws SharedCopies.NotRead, InterruptedException {
        if (!services.isEmpty() && !services.contains(query.service())) {
            return Optional.empty();
        }
        List<JudgedRecord> shared = copies == null ? List.of() : Verdicts.in(copies.of(query.service()), warnings);
        Instant now = Instant.now();
        return Stream.concat(here().stream(), shared.stream())
                .filter(one -> query.has(one, now))
                .max(Comparator.comparing(JudgedRecord::judged)
                        .thenComparing(one -> one.head().started())
                        .thenComparing(JudgedRecord::id));
    }

    private synchronized List<JudgedRecord> here() {
        long now = System.nanoTime();
        if (!wasRead || now - read > refresh.toNanos()) {
            known = Verdicts.in(history, warnings);
            read = now;
            wasRead = true;
        }
        return known;
    }

    @Override
    public void close() {
        if (copies != null) {
            copies.close();
        }
    }
}
