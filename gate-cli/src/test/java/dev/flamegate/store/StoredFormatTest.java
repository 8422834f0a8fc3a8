package dev.flamegate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.model.Counter;
import dev.flamegate.model.Faults;
import dev.flamegate.model.Fingerprint;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.HostSpeed;
import dev.flamegate.model.LiveChange;
import dev.flamegate.model.Run;
import dev.flamegate.model.Trial;
import dev.flamegate.model.Warning;
import dev.flamegate.testing.TrialBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What gates before this one wrote: it is read, written again to the byte, and room is left for what later ones add. */
class StoredFormatTest {
    /** One with something in every field, and one of a comparison measured in earnest, with every counter and gauge. */
    private static final String EVERY_FIELD = "run-v1.json";

    private static final String MEASURED = "measured-v1.json";

    private static final String PAIR = "{\"format\":\"flamegate-pair\",\"version\":1,"
            + "\"sha256\":\"df319ac0e5985c838cac3a3652df6cc9bcf9ff228260636ac122765858176e22\","
            + "\"pair\":{\"number\":2,\"order\":[\"CANDIDATE\",\"BASELINE\",\"CANDIDATE\",\"BASELINE\"],"
            + "\"invalid\":null,\"warnings\":[]}}";

    private static final String VERDICT = "{\"judged\":\"2026-11-22T03:28:39.457903129Z\",\"verdict\":\"FAIL\","
            + "\"broken\":[{\"rule\":\"cpu\",\"part\":\"\",\"outcome\":\"FAIL\",\"growth\":null,"
            + "\"culprit\":\"shop.MatrixCalculator.multiply\"},{\"rule\":\"allocation\",\"part\":\"request GET /a\","
            + "\"outcome\":\"WARN\",\"growth\":1.54418518186033,\"culprit\":null}]}";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {EVERY_FIELD, MEASURED})
    void a_run_is_written_again_to_the_byte(String fixture) throws IOException {
        byte[] stored = fixture(fixture);

        assertThat(new String(RunCodec.encode(RunCodec.decode(stored)), StandardCharsets.UTF_8))
                .isEqualTo(new String(stored, StandardCharsets.UTF_8));
    }

    @Test
    void every_counter_and_gauge_has_its_name_in_stored_runs() throws IOException {
        Trial trial = RunCodec.decode(fixture(MEASURED)).trials().get(0);

        assertThat(trial.counters()).containsOnlyKeys(Counter.values());
        assertThat(trial.gauges()).containsOnlyKeys(Gauge.values());
    }

    @Test
    void a_pair_and_a_verdict_are_written_again_to_the_byte() throws IOException {
        Files.writeString(folder.resolve(VerdictFile.NAME), VERDICT);

        assertThat(PairCodec.encode(PairCodec.decode(PAIR.getBytes(StandardCharsets.UTF_8))))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo(PAIR);
        assertThat(VerdictFile.read(folder).orElseThrow().json())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo(VERDICT);
    }

    /** Memory, simulation, profiler and probe joined the fingerprint later; the speed of the host joined the context. */
    @ParameterizedTest
    @ValueSource(strings = {EVERY_FIELD, MEASURED})
    void a_run_without_what_was_added_to_the_fingerprint_stays_comparable(String fixture) throws IOException {
        Run older = RunCodec.decode(fixture(fixture));
        Map<String, String> parts = new HashMap<>(older.fingerprint().parts());
        parts.put(Fingerprint.MEMORY, "8 GiB");
        parts.put(Fingerprint.SIMULATION, "0123456789abcdef");
        parts.put(Fingerprint.PROFILER, "2.9.2");
        parts.put(Fingerprint.PROBE, "01234567");
        Map<String, String> context = new HashMap<>(older.context());
        context.put(Run.HOST_SPEED, new HostSpeed(4, 0.01).text());
        Run now = new Run(
                older.id(),
                older.service(),
                older.started(),
                older.runtime(),
                older.cpus(),
                context,
                new Fingerprint(parts),
                older.trials(),
                older.seconds(),
                older.warnings());

        assertThat(now.fingerprint().isComparable(older.fingerprint())).isTrue();
        assertThat(older.fingerprint().isComparable(now.fingerprint())).isTrue();
        assertThat(now.isOfLikeSpeed(older)).isTrue();
        assertThat(RunCodec.decode(RunCodec.encode(now)).hostSpeed()).contains(new HostSpeed(4, 0.01));
    }

    @Test
    void what_a_later_gate_added_is_ignored() throws IOException {
        Run known = RunCodec.decode(fixture(EVERY_FIELD));
        ObjectNode stored = (ObjectNode) JsonMapper.shared().readTree(fixture(EVERY_FIELD));
        ObjectNode run = (ObjectNode) stored.path("run");
        ObjectNode trial = (ObjectNode) run.path("trials").path(0);
        stored.put("added", 1);
        run.putObject("added").put("more", 1);
        trial.putArray("added").add("more");
        ((ObjectNode) trial.path("counters")).put("network-bytes", 1);
        ((ObjectNode) trial.path("gauges")).put("open-files", 1);
        ((ArrayNode) trial.path("profiles")).addObject().put("event", "page-faults");
        byte[] later = JsonMapper.shared().writeValueAsBytes(stored);

        assertThat(RunCodec.decode(later)).isEqualTo(known);
        assertThat(RunCodec.decodeHead(later).id()).isEqualTo(known.id());
    }

    @Test
    void faults_are_read_from_the_warnings_that_tell_them_and_written_back_among_them() throws IOException {
        String other = "{\"id\":\"failed-requests\",\"message\":\"some\"}";
        String clock = "{\"id\":\"clock\",\"message\":\"it was set by 3 s\"}";
        String warnings = "\"warnings\":[";
        String failed = "{\"id\":\"failed-requests\",\"message\":\"2 × status 500\"}";
        String stored = new String(fixture(EVERY_FIELD), StandardCharsets.UTF_8)
                .replace(warnings + failed, warnings + clock + "," + other + "," + failed);

        Run run = RunCodec.decode(stored.getBytes(StandardCharsets.UTF_8));

        Trial trial = run.trials().get(0);
        assertThat(trial.faults().clock()).isEqualTo("it was set by 3 s");
        assertThat(trial.faults().failures()).containsExactly(new Faults.Failure("", "status 500", 2));
        assertThat(trial.warnings()).containsExactly(new Warning("failed-requests", "some"));
        assertThat(RunCodec.encode(run)).asString(StandardCharsets.UTF_8).isEqualTo(stored);
    }

    @Test
    void failures_are_written_with_the_names_of_their_requests_and_what_the_target_logged() throws IOException {
        Run old = RunCodec.decode(fixture(EVERY_FIELD));
        Faults faults = new Faults(
                null,
                List.of(new Faults.Failure("GET /a", "status 500", 2), new Faults.Failure("", "broken script", 1)),
                List.of(new Faults.Logged(7, List.of("ERROR x", "java.lang.Error: y"))));
        Run run = old.followedBy(StoredRuns.withFaults(old, faults));

        Run read = RunCodec.decode(RunCodec.encode(run));

        assertThat(read.trials().get(1).faults()).isEqualTo(faults);
        assertThat(read.trials().get(1).warnings())
                .isEqualTo(run.trials().get(1).warnings());
        assertThat(read.trials().get(0).faults().failures()).containsExactly(new Faults.Failure("", "status 500", 2));
    }

    @Test
    void what_stood_beside_the_target_is_stored_and_older_records_have_nothing() throws IOException {
        Run old = RunCodec.decode(fixture(EVERY_FIELD));
        List<Trial.Beside> beside = List.of(new Trial.Beside("db", 1.5, 2), new Trial.Beside("stub", 0, 0.5));

        byte[] stored = RunCodec.encode(StoredRuns.with(old, beside, Faults.NONE));

        assertThat(RunCodec.decode(stored).trials().get(0).beside()).isEqualTo(beside);
        assertThat(stored).asString(StandardCharsets.UTF_8).contains("\"cpuSeconds\":1.5");
        assertThat(old.trials().get(0).beside()).isEmpty();
    }

    @Test
    void what_stayed_in_the_heap_is_stored_and_may_be_less_than_before() throws IOException {
        Run old = RunCodec.decode(fixture(EVERY_FIELD));
        List<LiveChange> live = List.of(new LiveChange("byte[]", 9.5, 10_240), new LiveChange("shop.Cart", -2, -48));
        Trial trial = TrialBuilder.like(old.trials().get(0)).live(live).build();

        Run read = RunCodec.decode(RunCodec.encode(old.withTrials(List.of(trial))));

        assertThat(read.trials().get(0).live()).isEqualTo(live);
        assertThat(old.trials().get(0).live()).isEmpty();
    }

    @Test
    void a_field_added_later_is_one_line_that_says_what_older_records_have() throws IOException {
        Fields run =
                new Fields(JsonMapper.shared().readTree(fixture(EVERY_FIELD)).path("run"), "run");

        assertThat(run.number("added", 4)).isEqualTo(4);
        assertThat(run.text("added", "none")).isEqualTo("none");
        assertThat(run.textOrNull("added")).isNull();
        assertThat(run.has("added")).isFalse();
        assertThat(run.number("cpus", 4)).isEqualTo(1.5);
    }

    @Test
    void a_missing_or_mistyped_field_is_named_with_its_place() throws IOException {
        refused("\"startup\":1.25", "\"begin\":1.25", "not a stored run: run.trials[0].startup: missing");
        refused("\"startup\":1.25", "\"startup\":\"nan\"", "run.trials[0].startup: not a number");
        refused("\"ok\":100", "\"ok\":0.5", "run.trials[0].requests[0].ok: not an integer");
        refused("\"flat\":true", "\"flat\":1", "run.trials[0].warmUp.flat: neither true nor false");
        refused("\"lower\":0.1", "\"lower\":null", "run.trials[0].serverLatency[0].buckets[0].lower: missing");
        refused("\"host.cpus\":\"2\"", "\"host.cpus\":2", "run.context.host.cpus: not a text");
        refused("T15:42:33.123456789Z\",\"runtime\"", "\",\"runtime\"", "run.started: not an instant");
        refused("\"windows\":[{", "\"windows\":3,\"others\":[{", "run.trials[0].windows: not a list");
        refused("\"warmUp\":{", "\"warmUp\":3,\"other\":{", "run.trials[0].warmUp: not an object");
        refused("\"version\":1", "\"versions\":1", "not a stored run: its version is missing");
    }

    @Test
    void a_newer_version_is_said_to_be_newer() throws IOException {
        refused("\"version\":1", "\"version\":2", "written by a newer flamegate");
        assertThatThrownBy(() -> PairCodec.decode(
                        PAIR.replace("\"version\":1", "\"version\":2").getBytes(StandardCharsets.UTF_8)))
                .hasMessageContaining("written by a newer flamegate");
    }

    private static void refused(String stored, String changed, String words) throws IOException {
        String run = new String(fixture(EVERY_FIELD), StandardCharsets.UTF_8);
        assertThat(run).contains(stored);
        byte[] other = run.replace(stored, changed).getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> RunCodec.decode(other))
                .isInstanceOf(StoreFailed.class)
                .hasMessageContaining(words);
    }

    private static byte[] fixture(String name) throws IOException {
        try (InputStream in = StoredFormatTest.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        }
    }
}
