package dev.flamegate.remote;

import dev.flamegate.store.RecordName;
import dev.flamegate.store.Records;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The index of a remote, read from its objects' names: records with their kinds, verdicts and pins. */
final class SharedIndex {
    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,100}";
    private static final String KIND = "s\\.[A-Za-z0-9._-]{0,40}-[0-9a-f]{12}";
    private static final Pattern RUN =
            Pattern.compile("runs/(?<kind>" + KIND + ")/(?<id>" + NAME + ")\\.(?<type>zip|json)");
    private static final Pattern PAIR = Pattern.compile("comparisons/(?<kind>" + KIND + ")/(?<key>" + NAME + ")/((?<id>"
            + NAME + ")\\.zip|verdict-(?<time>[0-9]{1,15})\\.json)");
    private static final Pattern PIN = Pattern.compile("pins/(?<id>" + NAME + ")");

    private final Map<RecordName, String> kinds = new TreeMap<>();
    private final Map<String, TreeSet<Long>> verdicts = new HashMap<>();
    private final TreeSet<String> pins = new TreeSet<>();
    private final List<String> foreign = new ArrayList<>();

    SharedIndex(Collection<String> names) {
        names.forEach(this::add);
    }

    private void add(String name) {
        Matcher run = RUN.matcher(name);
        Matcher pair = PAIR.matcher(name);
        Matcher pin = PIN.matcher(name);
        if (run.matches()) {
            RecordName record = RecordName.run(run.group("id"));
            if (run.group("type").equals("zip")) {
                kinds.put(record, run.group("kind"));
            } else {
                verdict(record, 0);
            }
        } else if (pair.matches()) {
            if (pair.group("id") != null) {
                kinds.put(new RecordName(pair.group("key"), pair.group("id")), pair.group("kind"));
            } else {
                verdict(new RecordName(pair.group("key"), "verdict"), Long.parseLong(pair.group("time")));
            }
        } else if (pin.matches()) {
            pins.add(pin.group("id"));
        } else {
            foreign.add(name);
        }
    }

    private void verdict(RecordName of, long time) {
        verdicts.computeIfAbsent(of.owner(), owner -> new TreeSet<>()).add(time);
    }

    /** All records with their kinds, by time. */
    Map<RecordName, String> kinds() {
        return kinds;
    }

    /** The kind under which a record is stored; {@code null} when it is not there. */
    @Nullable
    String kind(RecordName record) {
        return kinds.get(record);
    }

    Set<String> pins() {
        return pins;
    }

    /** Names that do not belong to a shared history. */
    List<String> foreign() {
        return foreign;
    }

    /** The name of the object with the latest verdict of a record's owner; empty if the owner has no verdict. */
    Optional<String> verdict(RecordName of) {
        TreeSet<Long> times = verdicts.get(of.owner());
        return times == null
                ? Optional.empty()
                : Optional.of(verdictName(of, kinds.getOrDefault(of, ""), times.last()));
    }

    /** The moment when a comparison was judged last, to the millisecond; empty without a judgement. */
    Optional<Instant> judged(RecordName of) {
        TreeSet<Long> times = verdicts.get(of.owner());
        return times == null ? Optional.empty() : Optional.of(Instant.ofEpochMilli(times.last()));
    }

    /** Names of all objects with a record's verdicts. */
    List<String> verdicts(RecordName of) {
        return verdicts.getOrDefault(of.owner(), new TreeSet<>()).stream()
                .map(time -> verdictName(of, kinds.getOrDefault(of, ""), time))
                .toList();
    }

    /**
     * The runs of every kind, the comparisons of every kind, each the latest first.
     *
     * @param service whose kinds only; {@code null} for all
     * @return the records that belong together, by kind
     */
    Map<String, List<List<RecordName>>> byKind(boolean runs, @Nullable String service) {
        Map<String, Map<String, List<RecordName>>> owners = new TreeMap<>();
        kinds.forEach((record, kind) -> {
            if (record.isRun() == runs && (service == null || isOf(kind, service))) {
                owners.computeIfAbsent(kind, any -> new LinkedHashMap<>())
                        .computeIfAbsent(record.owner(), any -> new ArrayList<>())
                        .add(record);
            }
        });
        Map<String, List<List<RecordName>>> sorted = new TreeMap<>();
        Comparator<List<RecordName>> latest = Comparator.comparing((List<RecordName> one) -> one.get(one.size() - 1));
        owners.forEach((kind, one) ->
                sorted.put(kind, one.values().stream().sorted(latest.reversed()).toList()));
        return sorted;
    }

    /** The prefixes of the names of a service's objects and of pins, whose names do not include the service. */
    static Set<String> beginnings(String service) {
        String kind = Records.kindOf(service);
        return Set.of("runs/" + kind, "comparisons/" + kind, "pins/");
    }

    /** True if a kind is that of a service, or of one whose name is practically the same. */
    static boolean isOf(String kind, String service) {
        String begins = Records.kindOf(service);
        return kind.startsWith(begins) && kind.length() == begins.length() + 12;
    }

    static String objectName(RecordName record, String kind) {
        return record.isRun()
                ? "runs/" + kind + "/" + record.id() + ".zip"
                : "comparisons/" + kind + "/" + record.key() + "/" + record.id() + ".zip";
    }

    static String verdictName(RecordName of, String kind, long time) {
        return of.isRun()
                ? "runs/" + kind + "/" + of.id() + ".json"
                : "comparisons/" + kind + "/" + of.key() + "/verdict-" + time + ".json";
    }
}
