package dev.flamegate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Warning;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class PairCodecTest {
    private static final Path SCHEMA = Path.of("..", "docs", "schema", "pair.schema.json");
    private static final List<Arm> ORDER = List.of(Arm.CANDIDATE, Arm.BASELINE);
    private static final Pair INVALID =
            new Pair(2, ORDER, "the disk was full", List.of(new Warning("clock", "it was set")));
    private static final Pair VALID = new Pair(1, ORDER, null, List.of());
    private static final Pair RECORDED = VALID.with(new Pair.JvmEvents(
            new Pair.JvmEvents.Part(250, 5.01, Double.NaN, List.of()),
            new Pair.JvmEvents.Part(
                    252,
                    5.02,
                    1e9,
                    List.of(
                            new Pair.JvmEvents.Tally(
                                    Pair.JvmEvents.Kind.DEOPTIMISATION, "class_check", "shop.Cart.total", 1700, 0),
                            new Pair.JvmEvents.Tally(Pair.JvmEvents.Kind.GC_PAUSE, "System.gc()", "G1Old", 3, 0.125))),
            null));
    private static final Pair TOGETHER = VALID.loadedTogether();
    private static final Pair WITHOUT_C2 = new Pair(1, Arm.CANDIDATE, ORDER, null, null, List.of(), null, true, false);
    private static final Pair NOT_RECORDED = VALID.with(Pair.JvmEvents.none("it has no Flight Recorder"));

    @Test
    void pairs_are_read_as_they_were_written_and_keep_the_published_schema() throws IOException {
        Schema schema =
                SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7).getSchema(Files.readString(SCHEMA));
        for (Pair pair : List.of(VALID, INVALID, RECORDED, NOT_RECORDED, WITHOUT_C2, TOGETHER)) {
            assertThat(PairCodec.decode(PairCodec.encode(pair))).isEqualTo(pair);
            assertThat(schema.validate(text(pair), InputFormat.JSON)).isEmpty();
        }
        assertThat(schema.validate(text(VALID).replace("\"invalid\"", "\"valid\""), InputFormat.JSON))
                .isNotEmpty();
    }

    @Test
    void pairs_of_the_first_gates_stay_readable() {
        assertThat(decode("{\"number\":2,\"order\":[\"CANDIDATE\",\"BASELINE\"],\"invalid\":\"the disk was full\","
                        + "\"warnings\":[{\"id\":\"clock\",\"message\":\"it was set\"}]}"))
                .isEqualTo(INVALID);
    }

    @Test
    void counted_calls_of_earlier_versions_are_passed_over() {
        assertThat(decode("{\"number\":1,\"order\":[\"CANDIDATE\",\"BASELINE\"],\"invalid\":null,\"warnings\":[],"
                        + "\"calls\":{\"methods\":[]}}"))
                .isEqualTo(VALID);
    }

    @Test
    void a_changed_or_foreign_or_newer_pair_is_refused() {
        refused(text(INVALID).replace("\"the disk was full\"", "null"), "checksum differs");
        refused(text(VALID).replace("flamegate-pair", "flamegate-run"), "its format is \"flamegate-run\"");
        refused(text(VALID).replace("\"version\":1", "\"version\":2"), "use a newer flamegate");
        refused("{}", "not a stored pair");
        refused("[1", "not a stored pair");
    }

    private static void refused(String json, String words) {
        assertThatThrownBy(() -> decode(json)).isInstanceOf(StoreFailed.class).hasMessageContaining(words);
    }

    private static Pair decode(String json) {
        return PairCodec.decode(json.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(Pair pair) {
        return new String(PairCodec.encode(pair), StandardCharsets.UTF_8);
    }
}
