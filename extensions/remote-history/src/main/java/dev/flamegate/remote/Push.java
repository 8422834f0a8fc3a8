package dev.flamegate.remote;

import dev.flamegate.remote.Remote.Change;
import dev.flamegate.store.RecordName;
import dev.flamegate.store.SharedHistory;
import dev.flamegate.store.StoreFailed;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Sends the objects that the remote lacks: records with their verdicts, then pins. */
public final class Push {
    /** The most bytes that are packed in memory at one time. */
    private static final long AT_ONCE = 16L << 20;

    private final HistoryExchange exchange;
    private final SharedIndex index;
    private final boolean again;
    private final @Nullable String service;
    private final Map<String, byte[]> added = new LinkedHashMap<>();
    private final Set<String> outdated = new TreeSet<>();
    private final List<RecordName> packed = new ArrayList<>();
    private final Set<String> judged = new HashSet<>();
    private long size;
    private int runs;
    private int pairs;
    private int refused;

    private Push(HistoryExchange exchange, SharedIndex index, boolean again, @Nullable String service) {
        this.exchange = exchange;
        this.index = index;
        this.again = again;
        this.service = service;
    }

    /** Sends the missing objects of one service, or of all for {@code null}. */
    static SharedHistory.Pushed push(HistoryExchange exchange, boolean again, @Nullable String service)
            throws InterruptedException {
        return new Push(exchange, exchange.index(service), again, service).push();
    }

    private SharedHistory.Pushed push() throws InterruptedException {
        for (RecordName record : exchange.records().all()) {
            String kind = index.kind(record);
            if (kind != null) {
                exchange.marks().add(record);
                if (isMeant(kind)) {
                    addVerdict(record, kind);
                }
            } else if (again || !exchange.marks().has(record)) {
                add(record);
            }
            if (size > AT_ONCE) {
                send();
            }
        }
        send();
        pushPins();
        return new SharedHistory.Pushed(runs, pairs, refused);
    }

    private boolean isMeant(String kind) {
        return service == null || SharedIndex.isOf(kind, service);
    }

    private void add(RecordName record) {
        try {
            String kind = exchange.records().kind(record);
            if (!isMeant(kind)) {
                return;
            }
            byte[] content = exchange.records().pack(record);
            added.put(SharedIndex.objectName(record, kind), content);
            packed.add(record);
            size += content.length;
            addVerdict(record, kind);
        } catch (StoreFailed e) {
            refused++;
            exchange.warnings().accept(record + " is not shared: " + e.getMessage());
        }
    }

    /** The verdict of a run that has none there, of a comparison that has none or an older one there. */
    private void addVerdict(RecordName record, String kind) {
        boolean first = record.isRun() || judged.add(record.owner());
        if (!first
                || (record.isRun() && index.verdict(record).isPresent())
                || !exchange.verdicts().has(record)) {
            return;
        }
        try {
            Instant here =
                    exchange.verdicts().judged(record).orElse(Instant.EPOCH).truncatedTo(ChronoUnit.MILLIS);
            Optional<Instant> there = index.judged(record);
            if (there.isEmpty() || here.isAfter(there.get())) {
                byte[] json = exchange.verdicts().json(record).orElse(new byte[0]);
                added.put(SharedIndex.verdictName(record, kind, here.toEpochMilli()), json);
                outdated.addAll(index.verdicts(record));
                size += json.length;
            }
        } catch (StoreFailed e) {
            refused++;
            exchange.warnings().accept("the verdict of " + record.owner() + " is not shared: " + e.getMessage());
        }
    }

    private void send() throws InterruptedException {
        if (!added.isEmpty()) {
            exchange.remote().change(new Change(added, Map.of(), outdated, false));
        }
        for (RecordName record : packed) {
            exchange.marks().add(record);
            runs += record.isRun() ? 1 : 0;
            pairs += record.isRun() ? 0 : 1;
        }
        added.clear();
        outdated.clear();
        packed.clear();
        size = 0;
    }

    /** Sends the pins that changed here since they were last shared. */
    private void pushPins() throws InterruptedException {
        Map<String, String> known = exchange.marks().pins();
        Map<String, String> here = exchange.history().allPins();
        Set<String> names = new TreeSet<>(here.keySet());
        names.addAll(known.keySet());
        names.removeIf(name -> Objects.equals(here.get(name), known.get(name))
                && (!again || here.get(name) == null || index.pins().contains(name)));
        names.removeIf(name -> isOfOthers(here.getOrDefault(name, known.get(name))));
        if (names.isEmpty()) {
            return;
        }
        Map<String, byte[]> set = new LinkedHashMap<>();
        Set<String> gone = new TreeSet<>();
        for (String name : names) {
            String id = here.get(name);
            if (id == null) {
                gone.add("pins/" + name);
            } else {
                set.put("pins/" + name, (id + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }
        exchange.remote().change(new Change(Map.of(), set, gone, false));
        names.forEach(name -> exchange.marks().pin(name, here.get(name)));
    }

    /** True if a pin names a run of another service than the requested one. */
    private boolean isOfOthers(@Nullable String id) {
        try {
            return service != null
                    && id != null
                    && exchange.records().has(RecordName.run(id))
                    && !isMeant(exchange.records().kind(RecordName.run(id)));
        } catch (StoreFailed e) {
            return false; // a damaged record: its service is unknown
        }
    }
}
