package dev.flamegate.profile.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.Cases;
import dev.flamegate.model.ProfileEvent;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Profiles that nobody's profiler wrote. */
class HostilePprofTest {
    private static final ProfileLimits SMALL = new ProfileLimits(1 << 16, 1_000, 100, 20_000);

    @Test
    void damaged_bytes_are_refused_or_read_but_nothing_else() {
        Cases.check(21, 1000, random -> {
            byte[] bytes = PprofWriter.write(Pprof.of(ProfileEvent.CPU, Trees.random(random)));
            byte[] plain = unzipped(bytes);
            byte[] damaged = random.nextBoolean() ? bytes : plain;
            int at = random.nextInt(damaged.length);
            byte[] hostile = random.nextBoolean() ? Arrays.copyOf(damaged, at) : damaged.clone();
            if (hostile.length > at) {
                hostile[at] ^= (byte) (1 << random.nextInt(8));
            }
            try {
                PprofReader.read(hostile);
            } catch (IllegalArgumentException e) {
                assertThat(e).hasMessageStartingWith("not a pprof profile that can be read: ");
            }
        });
    }

    @Test
    void random_bytes_are_refused_or_read_but_nothing_else() {
        Cases.check(22, 2000, random -> {
            byte[] bytes = new byte[1 + random.nextInt(60)];
            random.nextBytes(bytes);
            try {
                PprofReader.read(bytes);
            } catch (IllegalArgumentException e) {
                assertThat(e).hasMessageStartingWith("not a pprof profile that can be read: ");
            }
        });
    }

    @Test
    void a_bomb_is_refused() throws IOException {
        ByteArrayOutputStream bomb = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bomb)) {
            zip.write(new byte[1 << 22]);
        }
        refused(bomb.toByteArray(), "more than 65536 bytes inside");
        refused(new byte[1 << 17], "more than 65536 bytes inside");
        refused(new byte[0], "it is empty");
    }

    @Test
    void a_stack_without_end_is_refused() {
        long[] deep = new long[101];
        Arrays.fill(deep, 1);
        refused(profile(1).message(PprofFields.SAMPLE, sample(1, deep)).bytes(), "a stack of more than 100 frames");
    }

    @Test
    void inlined_frames_count_for_the_depth() {
        Protobuf.Writer profile = profile(60);
        refused(profile.message(PprofFields.SAMPLE, sample(1, 1, 1)).bytes(), "a stack of more than 100 frames");
    }

    @Test
    void the_same_long_stacks_over_and_over_are_refused() {
        Protobuf.Writer profile = profile(90);
        for (int i = 0; i < 300; i++) {
            profile.message(PprofFields.SAMPLE, sample(1, 1));
        }
        refused(profile.bytes(), "stacks of more than 20000 frames in all");
    }

    @Test
    void tables_without_end_are_refused() {
        Protobuf.Writer names = profile(1);
        Protobuf.Writer functions = profile(1);
        Protobuf.Writer locations = profile(1);
        for (int i = 2; i < 1_010; i++) {
            names.text(PprofFields.STRING_TABLE, "");
            functions.message(PprofFields.FUNCTION, new Protobuf.Writer().number(PprofFields.FUNCTION_ID, i));
            locations.message(PprofFields.LOCATION, new Protobuf.Writer().number(PprofFields.LOCATION_ID, i));
        }
        refused(names.bytes(), "more than 1000 names");
        refused(functions.bytes(), "more than 1000 functions");
        refused(locations.bytes(), "more than 1000 locations");
        refused(profile(1_001).bytes(), "more than 1000 lines of locations");
    }

    @Test
    void values_that_no_profile_has_are_refused() {
        refused(profile(1).message(PprofFields.SAMPLE, sample(-5, 1)).bytes(), "-5: a negative value");
        Protobuf.Writer twice = profile(1);
        twice.message(PprofFields.SAMPLE, sample(Long.MAX_VALUE, 1));
        twice.message(PprofFields.SAMPLE, sample(Long.MAX_VALUE, 1));
        refused(twice.bytes(), "more than 63 bits");
        Protobuf.Writer missing = profile(1);
        missing.message(PprofFields.SAMPLE, new Protobuf.Writer().packed(PprofFields.SAMPLE_LOCATION_ID, 1));
        refused(missing.bytes(), "a sample of 0 values where there are 1 types");
    }

    @Test
    void references_to_nothing_are_refused() {
        refused(profile(1).message(PprofFields.SAMPLE, sample(1, 9)).bytes(), "location 9, which does not exist");
        Protobuf.Writer noFunction = profile(1);
        noFunction.message(
                PprofFields.LOCATION,
                new Protobuf.Writer()
                        .number(PprofFields.LOCATION_ID, 2)
                        .message(
                                PprofFields.LOCATION_LINE,
                                new Protobuf.Writer().number(PprofFields.LINE_FUNCTION_ID, 7)));
        refused(noFunction.message(PprofFields.SAMPLE, sample(1, 2)).bytes(), "function 7, which does not exist");
        Protobuf.Writer noText = profile(1);
        noText.message(PprofFields.SAMPLE_TYPE, new Protobuf.Writer().number(PprofFields.VALUE_TYPE_TYPE, 1L << 40));
        refused(noText.bytes(), "text 1099511627776 of 3");
    }

    @Test
    void an_id_given_twice_is_refused() {
        refused(
                profile(1)
                        .message(PprofFields.FUNCTION, new Protobuf.Writer().number(1, 1))
                        .bytes(),
                "function 1 is defined twice");
        refused(
                profile(1)
                        .message(PprofFields.LOCATION, new Protobuf.Writer().number(1, 1))
                        .bytes(),
                "location 1 is defined twice");
    }

    @Test
    void code_without_symbols_is_known_by_its_file() {
        Protobuf.Writer profile = profile(1).text(PprofFields.STRING_TABLE, "/usr/lib/libz.so.1");
        profile.message(
                PprofFields.MAPPING, new Protobuf.Writer().number(1, 1).number(PprofFields.MAPPING_FILENAME, 3));
        profile.message(
                PprofFields.LOCATION, new Protobuf.Writer().number(1, 2).number(PprofFields.LOCATION_MAPPING_ID, 1));
        profile.message(PprofFields.LOCATION, new Protobuf.Writer().number(1, 3));
        profile.message(PprofFields.SAMPLE, sample(4, 2)).message(PprofFields.SAMPLE, sample(5, 3));
        Pprof read = PprofReader.read(profile.bytes());
        assertThat(read.trees().get(0).name(1)).isEqualTo("libz.so.1");
        assertThat(read.trees().get(0).name(2)).isEqualTo("[unknown]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "<!DOCTYPE html><title>Sign in</title> | damaged JSON",
                "[1] | expected a JSON object",
                "null | expected a JSON object",
                "{\"flamegraph\": {}} | without any field of a pprof profile",
                "{\"sample\": [{\"value\": [1.5]}]} | something other than whole numbers",
                "{\"sample\": [{\"value\": [\"x\"]}]} | For input string",
                "{\"sample\": [{\"value\": [99999999999999999999]}]} | damaged JSON",
                "{\"sample\": [7]} | expected an object",
                "{\"stringTable\": [7]} | expected a text",
                "{\"sample\": [{\"value\": [1] | damaged JSON",
                "{\"sampleType\": [{}]} {} | data after its end",
            })
    void json_that_is_no_profile_is_refused(String json, String why) {
        assertThatThrownBy(() -> PprofReader.readJson(PprofTest.json(json)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("not a pprof profile that can be read: ")
                .hasMessageContaining(why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"pprof\":"})
    void json_nested_without_end_is_refused(String open) {
        String deep = "{\"x\": " + open.repeat(10_000);
        assertThatThrownBy(() -> PprofReader.readJson(PprofTest.json(deep)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("damaged JSON");
    }

    @Test
    void json_is_bounded_as_the_binary_form_is() {
        String names = "{\"stringTable\": [" + "\"a long name of something\",".repeat(5_000) + "\"\"]}";
        assertThatThrownBy(() -> PprofReader.readJson(PprofTest.json(names), SMALL))
                .hasMessageContaining("more than 65536 bytes inside");
    }

    /** One type of values, and location 1 with some inlined frames of one function. */
    private static Protobuf.Writer profile(int frames) {
        Protobuf.Writer location = new Protobuf.Writer().number(PprofFields.LOCATION_ID, 1);
        for (int i = 0; i < frames; i++) {
            location.message(
                    PprofFields.LOCATION_LINE,
                    new Protobuf.Writer()
                            .number(PprofFields.LINE_FUNCTION_ID, 1)
                            .number(PprofFields.LINE_LINE, i));
        }
        return new Protobuf.Writer()
                .message(
                        PprofFields.SAMPLE_TYPE,
                        new Protobuf.Writer().number(1, 1).number(2, 2))
                .message(PprofFields.LOCATION, location)
                .message(
                        PprofFields.FUNCTION, new Protobuf.Writer().number(1, 1).number(2, 1))
                .text(PprofFields.STRING_TABLE, "")
                .text(PprofFields.STRING_TABLE, "cpu")
                .text(PprofFields.STRING_TABLE, "nanoseconds");
    }

    private static Protobuf.Writer sample(long value, long... locations) {
        return new Protobuf.Writer()
                .packed(PprofFields.SAMPLE_LOCATION_ID, locations)
                .packed(PprofFields.SAMPLE_VALUE, value);
    }

    private static void refused(byte[] bytes, String why) {
        assertThatThrownBy(() -> PprofReader.read(bytes, SMALL))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }

    private static byte[] unzipped(byte[] zipped) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(zipped))) {
            return in.readAllBytes();
        }
    }
}
