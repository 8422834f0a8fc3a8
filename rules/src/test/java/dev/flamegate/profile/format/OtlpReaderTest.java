package dev.flamegate.profile.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.Cases;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.Frame;
import dev.flamegate.profile.StackTrie;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class OtlpReaderTest {
    private static final long START = 1_700_000_000_000_000_000L;
    private static final long SECOND = 1_000_000_000L;
    private static final ProfileLimits SMALL = new ProfileLimits(1 << 12, 100, 20, 200);

    /** Numbers of the texts in {@link #dictionary()}. */
    private static final int CPU = 1;

    private static final int NANOSECONDS = 2;
    private static final int COUNT = 3;
    private static final int MILLISECONDS = 4;
    private static final int ALLOCATIONS = 5;
    private static final int BYTES = 6;
    private static final int SAMPLES = 7;

    @Test
    void stacks_threads_requests_lines_and_inlined_calls_are_read() {
        Pprof read = OtlpReader.read(
                message(profile(CPU, MILLISECONDS)
                        .message(
                                OtlpFields.PROFILE_SAMPLES,
                                sample(1).number(4, 30).packed(2, 1, 2))
                        .message(OtlpFields.PROFILE_SAMPLES, sample(2).packed(4, 12))),
                ProfileLimits.USUAL);

        CallTree expected = new CallTree.Builder()
                .add(
                        List.of(
                                new Frame("shop.Main.run", 3),
                                new Frame("shop.Cart.add", 7),
                                new Frame("shop.Tax.of", 9)),
                        new Facet("http-#", "GET /a", ""),
                        30_000_000)
                .add(List.of(new Frame("shop.Main.run", 3)), Facet.NONE, 12_000_000)
                .build();
        assertThat(Trees.content(read.events().get(ProfileEvent.CPU))).isEqualTo(Trees.content(expected));
        assertThat(read.types()).containsExactly(new SampleType("cpu", "nanoseconds"));
        assertThat(read.start()).isEqualTo(Instant.ofEpochSecond(1_700_000_000));
        assertThat(read.duration()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void a_sample_may_be_a_sum_or_values_at_times_or_only_times() {
        Protobuf.Writer profile = profile(CPU, NANOSECONDS)
                .message(OtlpFields.PROFILE_PERIOD_TYPE, type(CPU, NANOSECONDS))
                .number(OtlpFields.PROFILE_PERIOD, 10_000_000)
                .message(OtlpFields.PROFILE_SAMPLES, sample(1).packed(4, 5, 6))
                .message(OtlpFields.PROFILE_SAMPLES, sample(1).packed(4, 7, 8).packedFixed(5, START + 1, START + 2))
                .message(
                        OtlpFields.PROFILE_SAMPLES,
                        sample(2).fixed(5, START + 3).fixed(5, START + 4));
        List<String> seen = new ArrayList<>();

        OtlpReader.read(message(profile), new StackTrie(), ProfileLimits.USUAL, new OtlpProfile.Visitor() {
            @Override
            public void begin(OtlpProfile begun) {
                assertThat(begun.interval()).isEqualTo(10_000_000);
                assertThat(begun.event()).contains(ProfileEvent.CPU);
            }

            @Override
            public void sample(int node, Facet facet, long at, long span, long weight) {
                seen.add((at - START) + "+" + span + ": " + weight);
            }
        });

        assertThat(seen)
                .containsExactly(
                        "0+" + 2 * SECOND + ": 5",
                        "0+" + 2 * SECOND + ": 6",
                        "1+0: 7",
                        "2+0: 8",
                        "3+0: 10000000",
                        "4+0: 10000000");
    }

    @Test
    void counted_samples_weigh_a_period_each_but_not_those_of_allocation() {
        Protobuf.Writer cpu = profile(SAMPLES, COUNT)
                .message(OtlpFields.PROFILE_SAMPLES, sample(1).number(4, 3))
                .number(OtlpFields.PROFILE_PERIOD, 20)
                .message(OtlpFields.PROFILE_PERIOD_TYPE, type(CPU, MILLISECONDS));
        Protobuf.Writer allocation = profile(ALLOCATIONS, COUNT)
                .message(OtlpFields.PROFILE_SAMPLES, sample(1).number(4, 3))
                .number(OtlpFields.PROFILE_PERIOD, 524_288)
                .message(OtlpFields.PROFILE_PERIOD_TYPE, type(ALLOCATIONS, BYTES));

        assertThat(OtlpReader.read(message(cpu), ProfileLimits.USUAL)
                        .events()
                        .get(ProfileEvent.CPU)
                        .weight())
                .isEqualTo(60_000_000);
        Pprof counted = OtlpReader.read(message(allocation), ProfileLimits.USUAL);
        assertThat(counted.events()).isEmpty();
        assertThat(counted.types()).containsExactly(new SampleType("allocations", "count"));
        assertThat(counted.trees().get(0).weight()).isEqualTo(3);
    }

    @Test
    void profiles_of_one_type_are_added_up_and_the_process_is_known() {
        Protobuf.Writer pid = new Protobuf.Writer()
                .text(OtlpFields.KEY_VALUE_KEY, "process.pid")
                .message(OtlpFields.ATTRIBUTE_VALUE, new Protobuf.Writer().number(OtlpFields.ANY_VALUE_INT, 77));
        Protobuf.Writer one = profile(CPU, NANOSECONDS)
                .message(OtlpFields.PROFILE_SAMPLES, sample(1).number(4, 3));
        byte[] message = new Protobuf.Writer()
                .message(
                        OtlpFields.DATA_RESOURCE_PROFILES,
                        new Protobuf.Writer()
                                .message(
                                        OtlpFields.RESOURCE_PROFILES_SCOPES,
                                        new Protobuf.Writer()
                                                .message(OtlpFields.SCOPE_PROFILES_PROFILES, one)
                                                .message(OtlpFields.SCOPE_PROFILES_PROFILES, one))
                                .message(
                                        OtlpFields.RESOURCE_PROFILES_RESOURCE,
                                        new Protobuf.Writer().message(OtlpFields.RESOURCE_ATTRIBUTES, pid)))
                .message(OtlpFields.DATA_DICTIONARY, dictionary())
                .bytes();
        List<Long> pids = new ArrayList<>();

        OtlpReader.read(message, new StackTrie(), ProfileLimits.USUAL, new OtlpProfile.Visitor() {
            @Override
            public void begin(OtlpProfile profile) {
                pids.add(profile.pid());
            }

            @Override
            public void sample(int node, Facet facet, long at, long span, long weight) {
                assertThat(weight).isEqualTo(3);
            }
        });

        assertThat(pids).containsExactly(77L, 77L);
        assertThat(OtlpReader.read(message, ProfileLimits.USUAL)
                        .events()
                        .get(ProfileEvent.CPU)
                        .weight())
                .isEqualTo(6);
    }

    @Test
    void it_is_told_from_pprof_with_gzip_and_without() throws IOException {
        byte[] otlp = message(profile(CPU, NANOSECONDS));
        byte[] pprof = PprofWriter.write(Pprof.of(ProfileEvent.CPU, Trees.random(new java.util.Random(1))));
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(zipped)) {
            zip.write(otlp);
        }

        assertThat(OtlpReader.isOtlp(otlp)).isTrue();
        assertThat(OtlpReader.isOtlp(zipped.toByteArray())).isTrue();
        assertThat(OtlpReader.isOtlp(pprof)).isFalse();
        assertThat(OtlpReader.isOtlp(new byte[0])).isFalse();
        assertThat(OtlpReader.isOtlp(new byte[] {1, 2, 3})).isFalse();
    }

    @Test
    void what_no_profile_has_is_refused() {
        assertRefused(sample(1).number(4, -3), "a negative value");
        assertRefused(sample(1).packed(4, 1, 2).packedFixed(5, START), "2 values at 1 times");
        assertRefused(sample(1).packedFixed(5, Long.MAX_VALUE), "no profile was taken at");
        assertRefused(sample(9).number(4, 1), "stack 9 of 3");
        assertRefused(sample(-1).number(4, 1), "stack -1 of 3");
        assertRefused(sample(1).number(4, 1).packed(2, 8), "attribute 8 of 3");
        assertRefused(sample(1).number(4, Long.MAX_VALUE).packed(4, 1), "63 bits");
        assertThatThrownBy(() -> OtlpReader.read(new byte[] {10, 100, 1}, ProfileLimits.USUAL))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("not an OTLP profile that can be read: ");
    }

    @Test
    void what_is_beyond_the_bounds_is_refused() {
        Protobuf.Writer deep = dictionary();
        long[] places = new long[21];
        Arrays.fill(places, 1);
        deep.message(OtlpFields.DICTIONARY_STACK, new Protobuf.Writer().packed(1, places));
        Protobuf.Writer names = dictionary();
        Protobuf.Writer stacks = dictionary();
        for (int i = 0; i < 110; i++) {
            names.text(OtlpFields.DICTIONARY_STRING, "n" + i);
            stacks.message(OtlpFields.DICTIONARY_STACK, new Protobuf.Writer());
        }
        assertThatThrownBy(() -> OtlpReader.read(message(profile(CPU, NANOSECONDS), deep), SMALL))
                .hasMessageContaining("more than 20 frames");
        assertThatThrownBy(() -> OtlpReader.read(message(profile(CPU, NANOSECONDS), names), SMALL))
                .hasMessageContaining("more than 100 names");
        assertThatThrownBy(() -> OtlpReader.read(message(profile(CPU, NANOSECONDS), stacks), SMALL))
                .hasMessageContaining("more than 100 stacks");
        assertThatThrownBy(() -> OtlpReader.read(new byte[1 << 13], SMALL)).hasMessageContaining("bytes");
    }

    @Test
    void damaged_bytes_are_refused_or_read_but_nothing_else() {
        byte[] whole = message(profile(CPU, MILLISECONDS)
                .message(OtlpFields.PROFILE_SAMPLES, sample(1).packed(4, 7, 8).packedFixed(5, START + 1, START + 2))
                .message(OtlpFields.PROFILE_SAMPLES, sample(2).number(4, 30).packed(2, 1, 2)));
        Cases.check(31, 2_000, random -> {
            int at = random.nextInt(whole.length);
            byte[] damaged = random.nextBoolean() ? Arrays.copyOf(whole, at) : whole.clone();
            if (damaged.length > at) {
                damaged[at] ^= (byte) (1 << random.nextInt(8));
            }
            try {
                OtlpReader.read(damaged, ProfileLimits.USUAL).events();
            } catch (IllegalArgumentException e) {
                assertThat(e).hasMessageStartingWith("not an OTLP profile that can be read: ");
            }
        });
    }

    private static void assertRefused(Protobuf.Writer sample, String why) {
        byte[] message = message(profile(CPU, NANOSECONDS).message(OtlpFields.PROFILE_SAMPLES, sample));
        assertThatThrownBy(() -> OtlpReader.read(message, ProfileLimits.USUAL))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("not an OTLP profile that can be read: ")
                .hasMessageContaining(why);
    }

    private static Protobuf.Writer profile(int type, int unit) {
        return new Protobuf.Writer()
                .fixed(OtlpFields.PROFILE_TIME, START)
                .number(OtlpFields.PROFILE_DURATION, 2 * SECOND)
                .message(OtlpFields.PROFILE_SAMPLE_TYPE, type(type, unit));
    }

    private static Protobuf.Writer type(int type, int unit) {
        return new Protobuf.Writer().number(1, type).number(2, unit);
    }

    private static Protobuf.Writer sample(int stack) {
        return new Protobuf.Writer().number(OtlpFields.SAMPLE_STACK, stack);
    }

    private static byte[] message(Protobuf.Writer profile) {
        return message(profile, dictionary());
    }

    private static byte[] message(Protobuf.Writer profile, Protobuf.Writer dictionary) {
        return new Protobuf.Writer()
                .message(
                        OtlpFields.DATA_RESOURCE_PROFILES,
                        new Protobuf.Writer()
                                .message(
                                        OtlpFields.RESOURCE_PROFILES_SCOPES,
                                        new Protobuf.Writer().message(OtlpFields.SCOPE_PROFILES_PROFILES, profile)))
                .message(OtlpFields.DATA_DICTIONARY, dictionary)
                .bytes();
    }

    /** Stack 1 is run, add with of inlined into it; stack 2 is run. Attribute 1 is a thread, 2 a request. */
    private static Protobuf.Writer dictionary() {
        Protobuf.Writer dictionary = new Protobuf.Writer();
        for (String text : List.of(
                "",
                "cpu",
                "nanoseconds",
                "count",
                "milliseconds",
                "allocations",
                "bytes",
                "samples",
                "shop/Main.run",
                "shop.Cart.add",
                "shop.Tax.of",
                "thread.name",
                "http.route",
                "GET /a")) {
            dictionary.text(OtlpFields.DICTIONARY_STRING, text);
        }
        dictionary.message(OtlpFields.DICTIONARY_MAPPING, new Protobuf.Writer());
        for (long name : new long[] {0, 8, 9, 10}) {
            dictionary.message(OtlpFields.DICTIONARY_FUNCTION, new Protobuf.Writer().number(1, name));
        }
        dictionary
                .message(OtlpFields.DICTIONARY_LOCATION, new Protobuf.Writer())
                .message(OtlpFields.DICTIONARY_LOCATION, new Protobuf.Writer().message(3, line(1, 3)))
                .message(
                        OtlpFields.DICTIONARY_LOCATION,
                        new Protobuf.Writer().message(3, line(3, 9)).message(3, line(2, 7)))
                .message(OtlpFields.DICTIONARY_STACK, new Protobuf.Writer())
                .message(OtlpFields.DICTIONARY_STACK, new Protobuf.Writer().packed(1, 2, 1))
                .message(OtlpFields.DICTIONARY_STACK, new Protobuf.Writer().number(1, 1))
                .message(OtlpFields.DICTIONARY_ATTRIBUTE, new Protobuf.Writer())
                .message(
                        OtlpFields.DICTIONARY_ATTRIBUTE,
                        new Protobuf.Writer()
                                .number(1, 11)
                                .message(2, new Protobuf.Writer().text(1, "[http-12 tid=345]")))
                .message(
                        OtlpFields.DICTIONARY_ATTRIBUTE,
                        new Protobuf.Writer().number(1, 12).message(2, new Protobuf.Writer().number(8, 13)));
        return dictionary;
    }

    private static Protobuf.Writer line(int function, int line) {
        return new Protobuf.Writer().number(1, function).number(2, line);
    }
}
