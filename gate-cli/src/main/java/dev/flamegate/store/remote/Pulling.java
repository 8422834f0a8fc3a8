package dev.flamegate.store.remote;

import dev.flamegate.store.RecordName;
import dev.flamegate.store.StoreFailed;
import dev.flamegate.store.remote.SharedHistory.Pulled;
import dev.flamegate.store.remote.SharedHistory.Wanted;
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

/** Fetches what is missing here: records first, then verdicts, then pins. */
final class Pulling {
    /** Records that lie unpacked beside the history at one time. */
    private static final int AT_ONCE = 32;

    private final Ends ends;
    private final SharedIndex index;
    private int runs;
    private int pairs;
    private int refused;

    private Pulling(Ends ends, SharedIndex index) {
        this.ends = ends;
        this.index = index;
    }

    static Pulled pull(Ends ends, Wanted wanted) throws InterruptedException {
        return new Pulling(ends, ends.index()).pull(wanted);
    }

    private Pulled pull(Wanted asked) throws InterruptedException {
        Map<String, String> pins = ends.pins(index);
        Set<RecordName> wanted = new TreeSet<>();
        index.byKind(true, asked.service())
                .values()
                .forEach(kind -> kind.stream().limit(asked.runs()).forEach(wanted::addAll));
        index.byKind(false, asked.service())
                .values()
                .forEach(kind -> kind.stream().limit(asked.comparisons()).forEach(wanted::addAll));
        Stream.concat(pins.values().stream(), asked.ids().stream())
                .map(RecordName::run)
                .filter(index.kinds()::containsKey)
                .forEach(wanted::add);
        List<RecordName> missing =
                wanted.stream().filter(record -> !ends.records().has(record)).toList();
        for (int from = 0; from < missing.size(); from += AT_ONCE) {
            takeRecords(missing.subList(from, Math.min(from + AT_ONCE, missing.size())));
        }
        takeVerdicts(wanted);
        takePins(pins);
        index.kinds().keySet().stream().filter(ends.records()::has).forEach(ends.marks()::add);
        return new Pulled(runs, pairs, refused);
    }

    private void takeRecords(List<RecordName> records) throws InterruptedException {
        Map<String, RecordName> names = new LinkedHashMap<>();
        records.forEach(record -> names.put(SharedIndex.objectName(record, kind(record)), record));
        ends.fetch(
                List.copyOf(names.keySet()),
                files -> files.forEach((name, file) -> takeRecord(Objects.requireNonNull(names.get(name)), file)));
    }

    private void takeRecord(RecordName record, Path file) {
        try {
            if (ends.records().take(record, kind(record), file)) {
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
            if (there.isPresent() && ends.records().has(record) && isNewer(record)) {
                names.put(there.get(), record);
            }
        }
        ends.fetch(
                List.copyOf(names.keySet()),
                files -> files.forEach((name, file) -> {
                    try {
                        byte[] json = Ends.read(file).getBytes(StandardCharsets.UTF_8);
                        ends.verdicts().take(Objects.requireNonNull(names.get(name)), json);
                    } catch (StoreFailed e) {
                        refuse(e);
                    }
                }));
    }

    private boolean isNewer(RecordName record) {
        if (record.isRun() || !ends.verdicts().has(record)) {
            return !ends.verdicts().has(record);
        }
        Instant here = ends.verdicts().judged(record).orElse(Instant.MIN);
        return index.judged(record).orElse(Instant.MIN).isAfter(here);
    }

    /** Pins that changed there since they were last asked for, unless they were changed here as well. */
    private void takePins(Map<String, String> there) {
        Map<String, String> known = ends.marks().pins();
        Map<String, String> here = ends.history().allPins();
        Set<String> names = new TreeSet<>(there.keySet());
        names.addAll(known.keySet());
        for (String name : names) {
            String id = there.get(name);
            if (Objects.equals(here.get(name), id)) {
                ends.marks().pin(name, id);
            } else if (Objects.equals(here.get(name), known.get(name))) {
                takePin(name, id);
            }
        }
    }

    private void takePin(String name, @Nullable String id) {
        try {
            if (id == null) {
                ends.history().unpin(name);
            } else {
                ends.history().pin(name, id);
            }
            ends.marks().pin(name, id);
        } catch (StoreFailed e) {
            refuse(e);
        }
    }

    private String kind(RecordName record) {
        return Objects.requireNonNull(index.kind(record));
    }

    private void refuse(StoreFailed reason) {
        refused++;
        ends.warnings().accept("what is shared at " + ends.remote().text() + " is not used: " + reason.getMessage());
    }
}
