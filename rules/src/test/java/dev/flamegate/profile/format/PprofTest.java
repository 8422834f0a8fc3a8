package dev.flamegate.profile.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.Cases;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.Frame;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PprofTest {
    private static final String JSON = """
            {"sampleType": [{"type": "1", "unit": 2}],
             "sample": [{"locationId": ["2", "1"], "value": ["30"], "label": [{"key": 5, "str": 6}, {"key": 6, "num": 3}]},
                        {"locationId": [1], "value": [12]}],
             "location": [{"id": "1", "line": [{"functionId": "1", "line": "9"}]},
                          {"id": 2, "line": [{"functionId": 2, "line": 4}, {"functionId": 1}]}],
             "function": [{"id": 1, "name": 3}, {"id": 2, "name": 4}],
             "stringTable": ["", "cpu", "microseconds", "a/B$$Lambda_.run", "a/B.inlined", "endpoint", "GET /x"],
             "mapping": null, "comment": [1], "timeNanos": "1500000000", "period": "10"}
            """;

    @Test
    void what_is_written_is_read_again() {
        Cases.check(11, 500, random -> {
            Map<ProfileEvent, CallTree> trees = Map.of(
                    ProfileEvent.CPU, Trees.random(random),
                    ProfileEvent.WALL, Trees.random(random),
                    ProfileEvent.ALLOC, Trees.random(random),
                    ProfileEvent.LOCK, Trees.random(random));
            Pprof written = Pprof.of(trees).over(Instant.ofEpochSecond(7, random.nextInt()), Duration.ofSeconds(60));
            Pprof read = PprofReader.read(PprofWriter.write(written));
            assertThat(read.types()).isEqualTo(written.types());
            assertThat(read.start()).isEqualTo(written.start());
            assertThat(read.duration()).isEqualTo(written.duration());
            trees.forEach((event, tree) ->
                    assertThat(Trees.content(read.events().get(event))).isEqualTo(Trees.content(tree)));
        });
    }

    @Test
    void equal_profiles_are_equal_bytes() {
        Cases.check(12, 50, random -> {
            Pprof profile = Pprof.of(ProfileEvent.CPU, Trees.random(random));
            assertThat(PprofWriter.write(profile)).isEqualTo(PprofWriter.write(profile));
        });
    }

    @Test
    void the_json_form_is_the_same_profile() {
        Pprof profile = PprofReader.readJson(json(JSON));
        CallTree tree = profile.events().get(ProfileEvent.CPU);
        assertThat(profile.start()).isEqualTo(Instant.ofEpochSecond(1, 500_000_000));
        assertThat(Trees.content(tree))
                .containsOnly(
                        Map.entry(List.of(new Frame("a.B$$Lambda.run", 9)) + " " + Facet.NONE, 12_000L),
                        Map.entry(
                                List.of(
                                                new Frame("a.B$$Lambda.run", 9),
                                                new Frame("a.B$$Lambda.run", 0),
                                                new Frame("a.B.inlined", 4))
                                        + " " + new Facet("", "GET /x", ""),
                                30_000L));
    }

    @Test
    void what_wraps_a_profile_in_an_answer_is_taken_off() {
        Pprof wrapped = PprofReader.readJson(json("{\"pprof\": {\"profile\": " + JSON + "}, \"other\": [[{}]]}"));
        assertThat(wrapped.trees().get(0).weight()).isEqualTo(42_000);
        assertThat(PprofReader.readJson(json("{}")).types()).isEmpty();
        assertThat(PprofReader.readJson(json("{\"pprof\": {}}")).types()).isEmpty();
    }

    @Test
    void counted_samples_weigh_their_period() {
        String counted = JSON.replace("microseconds", "count")
                .replace("\"cpu\"", "\"samples\"")
                .replace("\"GET /x\"]", "\"GET /x\", \"cpu\", \"milliseconds\"]")
                .replace("\"period\"", "\"periodType\": {\"type\": 7, \"unit\": 8}, \"period\"");
        Pprof profile = PprofReader.readJson(json(counted));
        assertThat(profile.trees().get(0).weight()).isEqualTo(42);
        assertThat(profile.events().get(ProfileEvent.CPU).weight()).isEqualTo(42 * 10_000_000L);
    }

    @Test
    void types_of_one_event_add_up_and_counts_are_left_out() {
        CallTree tree = new CallTree.Builder()
                .add(List.of(new Frame("a.A.a", 1)), Facet.NONE, 8)
                .build();
        Pprof profile = new Pprof(
                List.of(
                        new SampleType("alloc_in_new_tlab_objects", "count"),
                        new SampleType("alloc_in_new_tlab_bytes", "bytes"),
                        new SampleType("alloc_outside_tlab_bytes", "bytes")),
                List.of(tree, tree, tree),
                new SampleType("", ""),
                0,
                Instant.EPOCH,
                Duration.ZERO);
        assertThat(profile.events()).containsOnlyKeys(ProfileEvent.ALLOC);
        assertThat(profile.events().get(ProfileEvent.ALLOC).weight()).isEqualTo(16);
    }

    @Test
    void threads_are_known_by_their_label_and_without_one_by_their_function() {
        String gc = JSON.replace("a/B.inlined", "libjvm.so.GangWorker::run");
        assertThat(facets(gc)).containsExactly("[gc]", "");
        assertThat(facets(gc.replace("\"endpoint\"", "\"thread\"").replace("GET /x", "pool-3-thread-17")))
                .containsExactly("pool-#-thread-#", "");
        assertThat(facets(gc.replace("\"endpoint\"", "\"thread\"").replace("GET /x", "C2 CompilerThre")))
                .containsExactly("[jit]", "");
        assertThat(facets(JSON.replace("a/B.inlined", "io/pyroscope/javaagent/impl/QueuedExporter.run")))
                .containsExactly("[profiler]", "");
        assertThat(facets(JSON.replace("a/B.inlined", "io/pyroscope/labels/v2/ScopedContext.close")))
                .containsExactly("", "");
    }

    private static List<String> facets(String json) {
        CallTree tree = PprofReader.readJson(json(json)).trees().get(0);
        return List.of(tree.sampleFacet(0).pool(), tree.sampleFacet(1).pool());
    }

    @Test
    void trees_are_written_in_base_units_only() {
        Pprof minutes = new Pprof(
                List.of(new SampleType("cpu", "seconds")),
                List.of(CallTree.empty()),
                new SampleType("", ""),
                0,
                Instant.EPOCH,
                Duration.ZERO);
        assertThatThrownBy(() -> PprofWriter.write(minutes)).hasMessageStartingWith("seconds: ");
    }

    static byte[] json(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
