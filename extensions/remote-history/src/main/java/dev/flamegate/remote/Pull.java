package dev.flamegate.remote;

import dev.flamegate.store.RecordName;
import dev.flamegate.store.SharedHistory;
import dev.flamegate.store.StoreFailed;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Fetches the objects that are missing here: records first, then verdicts, then pins. */
public final class Pull {
    /** Records that are unpacked next to the history at one time. */
    private static final int AT_ONCE = 32;

    private final HistoryExchange exchange;
    private final SharedIndex index;
    private final @Nullable String service;
    private int runs;
    private int pairs;
    private int refused;

    private Pull(HistoryExchange exchange, SharedIndex index, @Nullable String service) {
        this.exchange = exchange;
        this.index = index;
        this.service = service;
    }

    static SharedHistory.Pulled pull(HistoryExchange exchange, SharedHistory.Wanted wanted)
            throws InterruptedException {
        return new Pull(exchange, exchange.index(wanted.service()), wanted.service()).pull(wanted);
    }

    private SharedHistory.Pulled pull(SharedHistory.Wanted asked) throws InterruptedException {
        Map<String, String> pins = exchange.pins(index);
        Set<RecordName> wanted = new TreeSet<>();
        index.byKind(true, asked.service())
                .values()
                .forEach(kind -> kind.stream().limit(asked.runs()).forEach(wanted::addAll));
        index.byKind(false, asked.service())
                .values()
                .forEach(kind -> kind.stream().limit(asked.comparisons()).forEach(wanted::addAll));
        Stream.concat(pins.values().stream(), asked.ids().stream())
                .map(RecordName::run)
                .filter(this::isMeant)
                .forEach(wanted::add);
        List<RecordName> missing = wanted.stream()
                .filter(record -> !exchange.records().has(record))
                .toList();
        for (int from = 0; from < missing.size(); from += AT_ONCE) {
            takeRecords(missing.subList(from, Math.min(from + AT_ONCE, missing.size())));
        }
        takeVerdicts(wanted);
        takePins(pins);
        index.kinds().keySet().stream().filter(exchange.records()::has).forEach(exchange.marks()::add);
        return new SharedHistory.Pulled(runs, pairs, refused);
    }

    private void takeRecords(List<RecordName> records) throws InterruptedException {
        Map<String, RecordName> names = new LinkedHashMap<>();
        records.forEach(record -> names.put(SharedIndex.objectName(record, kind(record)), record));
        exchange.fetch(
                List.copyOf(names.keySet()),
                files -> files.forEach((name, file) -> takeRecord(Objects.requireNonNull(names.get(name)), file)));
    }

    private void takeRecord(RecordName record, Path file) {
        try {
            if (exchange.records().take(record, kind(record), file)) {
                runs += record.isRun() ? 1 : 0;
                pairs += record.isRun() ? 0 : 1;
            }
        } catch (StoreFailed e) {
            refuse(e);
        }
    }

    private void takeVerdicts(Set<RecordName> wanted) throws InterruptedException {
        Map<String, RecordName> names = new TreeMap<>();
        for (RecordName record : wanted) {
            Optional<String> there = index.verdict(record);
            if (there.isPresent() && exchange.records().has(record) && isNewer(record)) {
                names.put(there.get(), record);
            }
        }
        exchange.fetch(
                List.copyOf(names.keySet()),
                files -> files.forEach((name, file) -> {
                    try {
                        byte[] json = HistoryExchange.read(file).getBytes(StandardCharsets.UTF_8);
                        exchange.verdicts().take(Objects.requireNonNull(names.get(name)), json);
                    } catch (StoreFailed e) {
                        refuse(e);
                    }
                }));
    }

    private boolean isNewer(RecordName record) {
        if (record.isRun() || !exchange.verdicts().has(record)) {
            return !exchange.verdicts().has(record);
        }
        Instant here = exchange.verdicts().judged(record).orElse(Instant.MIN);
        return index.judged(record).orElse(Instant.MIN).isAfter(here);
    }

    /** True if a record is at the remote and belongs to a requested service. */
    private boolean isMeant(RecordName record) {
        String kind = index.kind(record);
        return kind != null && (service == null || SharedIndex.isOf(kind, service));
    }

    /** Takes the pins that changed at the remote since the last pull, unless they were changed here as well. */
    private void takePins(Map<String, String> there) {
        Map<String, String> known = exchange.marks().pins();
        Map<String, String> here = exchange.history().allPins();
        Set<String> names = new TreeSet<>(there.keySet());
        names.addAll(known.keySet());
        for (String name : names) {
            String id = there.get(name);
            if (Objects.equals(here.get(name), id)) {
                exchange.marks().pin(name, id);
            } else if (Objects.equals(here.get(name), known.get(name)) && isKnown(id)) {
                takePin(name, id);
            }
        }
    }

    /** True if a pin can be taken; pins of other services name runs that are not here, which is no mistake. */
    private boolean isKnown(@Nullable String id) {
        return service == null
                || id == null
                || isMeant(RecordName.run(id))
                || exchange.records().has(RecordName.run(id));
    }

    private void takePin(String name, @Nullable String id) {
        try {
            if (id == null) {
                exchange.history().unpin(name);
            } else {
                exchange.history().pin(name, id);
            }
            exchange.marks().pin(name, id);
        } catch (StoreFailed e) {
            refuse(e);
        }
    }

    private String kind(RecordName record) {
        return Objects.requireNonNull(index.kind(record));
    }

    private void refuse(StoreFailed reason) {
        refused++;
        exchange.warnings()
                .accept("what is shared at " + exchange.remote().text() + " is not used: " + reason.getMessage());
    }
}
