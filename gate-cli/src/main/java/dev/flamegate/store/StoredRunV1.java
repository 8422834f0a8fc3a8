package dev.flamegate.store;

import dev.flamegate.model.Counter;
import dev.flamegate.model.Fingerprint;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.LatencyHistogram;
import dev.flamegate.model.LiveChange;
import dev.flamegate.model.LoadQuality;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.ProfileQuality;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.Run;
import dev.flamegate.model.SeriesPoint;
import dev.flamegate.model.ServerLatency;
import dev.flamegate.model.Trial;
import dev.flamegate.model.WarmUp;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Version 1 of a stored run: which field of the JSON is which part of the model, one line a field for writing and one
 * for reading. The names, their order and the form of the values are the format and stay; the model behind them may
 * change.
 *
 * <p>To add a field, write it after the others of its object and read it with what stands for it in records that do
 * not have it yet: {@code fields.number("added", Double.NaN)}. Version 1 readers ignore fields, counters, gauges
 * and profiles they do not know, so the version is raised only when an older reader would misread a record.
 */
final class StoredRunV1 {
    private StoredRunV1() {}

    /** The trials come last, so that the head can be read without them. */
    static ObjectNode write(Run run) {
        ObjectNode stored = object().put("id", run.id())
                .put("service", run.service())
                .put("started", run.started().toString())
                .put("runtime", run.runtime())
                .put("cpus", run.cpus())
                .set("context", texts(run.context()))
                .set(
                        "fingerprint",
                        object().set("parts", texts(run.fingerprint().parts())))
                .set("seconds", numbers(run.seconds()))
                .set("warnings", warnings(run.warnings()));
        if (!run.work().isEmpty()) {
            stored.set("work", array(run.work(), WorkV1::write));
        }
        return stored.set("trials", array(run.trials(), StoredRunV1::write));
    }

    static Run read(Fields run) {
        return new Run(
                run.text("id"),
                run.text("service"),
                run.instant("started"),
                run.text("runtime"),
                run.number("cpus"),
                run.textMap("context"),
                run.object("fingerprint", fingerprint -> new Fingerprint(fingerprint.textMap("parts"))),
                run.list("trials", StoredRunV1::readTrial),
                run.numberMap("seconds"),
                run.list("warnings", StoredRunV1::readWarning),
                run.has("work") ? run.list("work", WorkV1::readWork) : List.of());
    }

    private static ObjectNode write(Trial trial) {
        ObjectNode stored = object().put("number", trial.number())
                .put("startup", trial.startup())
                .set("warmUp", write(trial.warmUp()))
                .set("windows", array(trial.windows(), StoredRunV1::write))
                .set("counters", numbers(keyed(trial.counters(), Counter::key)))
                .set("gauges", numbers(keyed(trial.gauges(), Gauge::key)))
                .set("requests", array(trial.requests(), StoredRunV1::write))
                .set("serverLatency", array(trial.serverLatency(), StoredRunV1::write))
                .set("scraped", numbers(ScrapedV1.write(trial.scraped())))
                .set("load", write(trial.load()))
                .set("profiles", array(trial.profiles(), StoredRunV1::write))
                .set("series", array(trial.series(), StoredRunV1::write))
                .set("seconds", numbers(trial.seconds()))
                .set("warnings", warnings(ScrapedV1.warnings(trial)));
        if (!trial.live().isEmpty()) {
            stored.set("live", array(trial.live(), StoredRunV1::write));
        }
        if (!trial.beside().isEmpty()) {
            stored.set("beside", array(trial.beside(), StoredRunV1::write));
        }
        FaultsV1.write(trial.faults(), stored);
        return stored;
    }

    private static Trial readTrial(Fields trial) {
        List<Warning> notices = trial.list("warnings", StoredRunV1::readWarning);
        return new Trial(
                (int) trial.integer("number"),
                new Trial.Timeline(
                        trial.number("startup"),
                        trial.object("warmUp", StoredRunV1::readWarmUp),
                        trial.list("windows", StoredRunV1::readWindow),
                        trial.list("series", StoredRunV1::readPoint),
                        trial.numberMap("seconds")),
                new Trial.Usage(
                        known(Counter.class, Counter::key, trial.numberMap("counters")),
                        known(Gauge.class, Gauge::key, trial.numberMap("gauges")),
                        trial.has("live") ? trial.list("live", StoredRunV1::readLive) : List.of(),
                        ScrapedV1.read(trial.numberMap("scraped"), notices),
                        trial.has("beside") ? trial.list("beside", StoredRunV1::readBeside) : List.of()),
                new Trial.Traffic(
                        trial.list("requests", StoredRunV1::readRequests),
                        trial.list("serverLatency", StoredRunV1::readServerLatency),
                        trial.object("load", StoredRunV1::readLoad)),
                trial.list("profiles", StoredRunV1::readProfile).stream()
                        .flatMap(Optional::stream)
                        .toList(),
                FaultsV1.warnings(trial, notices),
                FaultsV1.read(trial, notices));
    }

    private static ObjectNode write(LiveChange live) {
        return object().put("type", live.type()).put("objects", live.objects()).put("bytes", live.bytes());
    }

    private static LiveChange readLive(Fields live) {
        return new LiveChange(live.text("type"), live.number("objects"), live.number("bytes"));
    }

    private static ObjectNode write(Trial.Beside beside) {
        return object().put("name", beside.name())
                .put("cpuSeconds", beside.cpuSeconds())
                .put("cpus", beside.cpus());
    }

    private static Trial.Beside readBeside(Fields beside) {
        return new Trial.Beside(beside.text("name"), beside.number("cpuSeconds"), beside.number("cpus"));
    }

    private static ObjectNode write(WarmUp warmUp) {
        return object().set("window", write(warmUp.window()))
                .put("flat", warmUp.flat())
                .put("jitShare", warmUp.jitShare())
                .put("requests", warmUp.requests());
    }

    private static WarmUp readWarmUp(Fields warmUp) {
        return new WarmUp(
                warmUp.object("window", StoredRunV1::readWindow),
                warmUp.flag("flat"),
                warmUp.number("jitShare"),
                warmUp.integer("requests"),
                Double.NaN);
    }

    private static ObjectNode write(Window window) {
        return object().put("start", window.start().toString())
                .put("end", window.end().toString());
    }

    private static Window readWindow(Fields window) {
        return new Window(window.instant("start"), window.instant("end"));
    }

    private static ObjectNode write(RequestStats requests) {
        return object().put("name", requests.name())
                .put("ok", requests.ok())
                .put("failed", requests.failed())
                .put("latency", requests.latency().encoded());
    }

    private static RequestStats readRequests(Fields requests) {
        return new RequestStats(
                requests.text("name"),
                requests.integer("ok"),
                requests.integer("failed"),
                LatencyHistogram.decode(requests.text("latency")));
    }

    private static ObjectNode write(ServerLatency latency) {
        return object().put("request", latency.request())
                .put("count", latency.count())
                .put("sum", latency.sum())
                .set("buckets", array(latency.buckets(), StoredRunV1::write))
                .put("resolution", latency.resolution());
    }

    private static ServerLatency readServerLatency(Fields latency) {
        return new ServerLatency(
                latency.text("request"),
                latency.number("count"),
                latency.number("sum"),
                latency.list("buckets", StoredRunV1::readBucket),
                latency.text("resolution"));
    }

    private static ObjectNode write(ServerLatency.Bucket bucket) {
        return object().put("lower", bucket.lower())
                .put("upper", bucket.upper())
                .put("count", bucket.count());
    }

    private static ServerLatency.Bucket readBucket(Fields bucket) {
        return new ServerLatency.Bucket(bucket.number("lower"), bucket.number("upper"), bucket.number("count"));
    }

    private static ObjectNode write(LoadQuality load) {
        return object().put("intendedRate", load.intendedRate())
                .put("achievedRate", load.achievedRate())
                .put("cores", load.cores())
                .put("lagP99", load.lagP99());
    }

    private static LoadQuality readLoad(Fields load) {
        return new LoadQuality(
                load.number("intendedRate"), load.number("achievedRate"), load.number("cores"), load.number("lagP99"));
    }

    private static ObjectNode write(ProfileQuality profile) {
        return object().put("event", profile.event().key())
                .put("engine", profile.engine())
                .put("interval", profile.interval())
                .put("samples", profile.samples())
                .put("coverage", profile.coverage())
                .put("gap", profile.gap());
    }

    /** Reads a profile's quality; empty for an event that this version does not know. */
    private static Optional<ProfileQuality> readProfile(Fields profile) {
        return ProfileEvent.find(profile.text("event"))
                .map(event -> new ProfileQuality(
                        event,
                        profile.text("engine"),
                        profile.number("interval"),
                        profile.integer("samples"),
                        profile.number("coverage"),
                        profile.number("gap")));
    }

    private static ObjectNode write(SeriesPoint point) {
        return object().put("second", point.second())
                .put("cores", point.cores())
                .put("jitCores", point.jitCores())
                .put("throughput", point.throughput())
                .put("failed", point.failed())
                .put("p50", point.p50())
                .put("p99", point.p99())
                .put("heap", point.heap());
    }

    private static SeriesPoint readPoint(Fields point) {
        return new SeriesPoint(
                point.number("second"),
                point.number("cores"),
                point.number("jitCores"),
                point.number("throughput"),
                point.number("failed"),
                point.number("p50"),
                point.number("p99"),
                point.number("heap"));
    }

    static ArrayNode warnings(Collection<Warning> warnings) {
        return array(warnings, warning -> object().put("id", warning.id()).put("message", warning.message()));
    }

    static Warning readWarning(Fields warning) {
        return new Warning(warning.text("id"), warning.text("message"));
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static <T> ArrayNode array(Collection<T> items, Function<T, JsonNode> write) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        items.forEach(item -> array.add(write.apply(item)));
        return array;
    }

    private static ObjectNode texts(Map<String, String> map) {
        ObjectNode json = object();
        map.forEach(json::put);
        return json;
    }

    private static ObjectNode numbers(Map<String, Double> map) {
        ObjectNode json = object();
        map.forEach(json::put);
        return json;
    }

    private static <K> Map<String, Double> keyed(Map<K, Double> values, Function<K, String> key) {
        Map<String, Double> keyed = new LinkedHashMap<>();
        values.forEach((constant, value) -> keyed.put(key.apply(constant), value));
        return keyed;
    }

    /** The values whose keys this version knows. */
    private static <K extends Enum<K>> Map<K, Double> known(
            Class<K> type, Function<K, String> key, Map<String, Double> values) {
        Map<K, Double> known = new EnumMap<>(type);
        for (K constant : type.getEnumConstants()) {
            Double value = values.get(key.apply(constant));
            if (value != null) {
                known.put(constant, value);
            }
        }
        return known;
    }
}
