package dev.flamegate.profile.jfr;

import static dev.flamegate.profile.jfr.JfrWriter.CPU;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.Cases;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.profile.Recording;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Recordings that somebody damaged or made up. Each ends in an error that says what, soon and in little memory. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostileJfrTest {
    private static final int SIZE = 8;
    private static final int CONSTANTS = 16;
    private static final int METADATA = 24;

    @Test
    void a_recording_cut_at_any_byte_is_an_error() {
        byte[] whole = chunk();
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> read(cut)).isInstanceOf(IOException.class).hasMessageContaining("JFR recording");
            if (length > ChunkHeader.LENGTH) {
                ByteBuffer.wrap(cut).putLong(SIZE, length); // as if it had been so long
                assertThatThrownBy(() -> read(cut)).isInstanceOf(IOException.class);
            }
        }
    }

    @Test
    void any_flipped_bit_gives_a_recording_or_an_error() {
        byte[] whole = chunk();
        Cases.check(1, 5_000, random -> {
            byte[] damaged = whole.clone();
            for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
                damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            }
            readOrRefuse(damaged);
        });
    }

    @Test
    void any_bytes_behind_a_sound_head_give_an_error_at_worst() {
        byte[] whole = chunk();
        Cases.check(2, 2_000, random -> {
            byte[] damaged = whole.clone();
            int from = ChunkHeader.LENGTH + random.nextInt(damaged.length - ChunkHeader.LENGTH);
            for (int at = from; at < Math.min(damaged.length, from + 64); at++) {
                damaged[at] = (byte) (random.nextBoolean() ? 0xff : random.nextInt());
            }
            readOrRefuse(damaged);
        });
    }

    private static void readOrRefuse(byte[] bytes) {
        try {
            assertThat(read(bytes).seconds()).isNotNegative();
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("JFR recording");
        }
    }

    record Hostile(String what, byte[] bytes, String message) {
        @Override
        public String toString() {
            return what;
        }
    }

    static Stream<Hostile> hostile() {
        return Stream.of(
                new Hostile("nothing", new byte[0], "empty"),
                new Hostile(
                        "a text",
                        "not a recording, but long enough for one, as far as its head goes"
                                .repeat(2)
                                .getBytes(StandardCharsets.UTF_8),
                        "not a JFR recording"),
                new Hostile("version 3", changed(4, 3), "version 3.0"),
                new Hostile("a chunk that was not finished", changedLong(CONSTANTS, 0), "is incomplete"),
                new Hostile("metadata beyond the end", changedLong(METADATA, 1 << 20), "is incomplete"),
                new Hostile("a clock that stands", changedLong(56, 0), "clock"),
                new Hostile("numbers of fixed length", changed(66, 0), "fixed-length"),
                new Hostile(
                        "events without a size",
                        writer().raw(new byte[] {0, 0, 0}).build(),
                        "an event of 0"),
                new Hostile(
                        "an event longer than its chunk",
                        writer().raw(new Payload().numbers(1 << 30, 20).bytes()).build(),
                        "an event of"),
                new Hostile(
                        "an event longer than its stated size",
                        writer().raw(new Payload()
                                        .numbers(3)
                                        .raw(new byte[] {(byte) 38, 1})
                                        .bytes())
                                .build(),
                        "JFR recording"),
                new Hostile(
                        "a type that contains itself",
                        writer().type("a.Loop", "loop:a.Loop")
                                .constant("a.Loop", 1, new Payload())
                                .build(),
                        "contains itself"),
                new Hostile("types that contain others twice each", doubling(), "contains itself, or too many others"),
                new Hostile("a type of very many types", wide(), "too many others"),
                new Hostile(
                        "a constant of a type that is missing",
                        writer().constant("a.Missing", 1, new Payload()).build(),
                        "undeclared type"),
                new Hostile(
                        "more constants than bytes",
                        writer().constant(
                                        "jdk.types.StackTrace",
                                        7,
                                        new Payload().bytes(0).numbers(1L << 40))
                                .build(),
                        "items where"),
                new Hostile("a checkpoint that refers into the bytes before it", before(-1), "JFR recording"),
                new Hostile("a checkpoint that refers forward", before(5), "at an impossible position"));
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void what_is_wrong_is_said(Hostile hostile) {
        assertThatThrownBy(() -> read(hostile.bytes))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(hostile.message);
    }

    /** Sixteen types of eight fields each, the last of which has none: 8^16 visits, and not one step. */
    @ParameterizedTest
    @ValueSource(strings = {"", ":array"})
    void types_without_fields_in_types_in_types_take_no_time(String kind) throws IOException {
        JfrWriter writer = writer().type("a.T0");
        for (int i = 1; i < 16; i++) {
            String inner = ":a.T" + (i - 1) + kind;
            writer.type(
                    "a.T" + i,
                    Stream.of("a", "b", "c", "d", "e", "f", "g", "h")
                            .map(name -> name + inner)
                            .toArray(String[]::new));
        }
        Payload nothing = kind.isEmpty() ? new Payload() : new Payload().numbers(0, 0, 0, 0, 0, 0, 0, 0);

        assertThat(read(writer.constant("a.T15", 1, nothing).build()).trees()).isNotEmpty();
    }

    @Test
    void a_weight_that_cannot_be_is_refused() {
        byte[] chunk = writer().type(
                        "jdk.ThreadPark",
                        "startTime:long:TICKS",
                        "duration:long:TICKS",
                        "eventThread:java.lang.Thread:constant",
                        "stackTrace:jdk.types.StackTrace:constant")
                .event("jdk.ThreadPark", new Payload().numbers(5, Long.MAX_VALUE, 1, 1))
                .build();
        assertThatThrownBy(() -> read(chunk)).isInstanceOf(IOException.class).hasMessageContaining("can represent");
    }

    @Test
    void stacks_and_methods_that_are_missing_are_unknown_but_counted() throws IOException {
        byte[] chunk = writer().event(CPU, new Payload().numbers(5, 99, 99, 99))
                .constant("jdk.types.StackTrace", 5, new Payload().bytes(0).numbers(1, 12345, 1, 0))
                .event(CPU, new Payload().numbers(5, 1, 5, 1))
                .build();
        assertThat(read(chunk).trees().values()).allSatisfy(tree -> {
            assertThat(tree.weight()).isEqualTo(3 * 10_000_000L);
            assertThat(tree.name(tree.size() - 1)).isEqualTo("[unknown]");
        });
    }

    @Test
    void a_name_of_a_megabyte_is_kept() throws IOException {
        String name = "x".repeat(1 << 20);
        byte[] chunk = writer().stack(5, "a/A." + name)
                .event(CPU, new Payload().numbers(5, 1, 5, 1))
                .build();
        assertThat(read(chunk).trees().get(ProfileEvent.CPU))
                .satisfies(tree -> assertThat(tree.name(tree.size() - 1)).hasSize(name.length() + 4));
    }

    private static JfrWriter writer() {
        return JfrTreesTest.profiled().event(CPU, new Payload().numbers(5, 1, 1, 1));
    }

    private static byte[] chunk() {
        return writer().event(JfrWriter.WALL, new Payload().numbers(5, 2, 2, 3, 0, 7, 100))
                .checkpoint()
                .thread(4, "other-1")
                .build();
    }

    private static byte[] changed(int at, int to) {
        return ByteBuffer.wrap(chunk()).putShort(at, (short) to).array();
    }

    private static byte[] changedLong(int at, long to) {
        return ByteBuffer.wrap(chunk()).putLong(at, to).array();
    }

    /** Thirty types, each with two of the next: a thousand million fields. */
    private static byte[] doubling() {
        JfrWriter writer = writer().type("a.T0", "a:long", "b:long");
        for (int i = 1; i < 15; i++) {
            writer.type("a.T" + i, "a:a.T" + (i - 1), "b:a.T" + (i - 1));
        }
        return writer.constant("a.T14", 1, new Payload()).build();
    }

    /** Types that each contain another of many fields: cheap to declare, and too much to keep. */
    private static byte[] wide() {
        String[] fields = new String[5_000];
        Arrays.setAll(fields, i -> "f" + i + ":long");
        JfrWriter writer = writer().type("a.Wide", fields);
        for (int i = 0; i < 100; i++) {
            writer.type("a.T" + i, "a:a.Wide", "b:a.Wide");
            writer.constant("a.T" + i, 1, new Payload().raw(new byte[10_000]));
        }
        return writer.build();
    }

    /** A chunk whose only checkpoint says that another begins so far from it. */
    private static byte[] before(long distance) {
        JfrWriter writer = writer();
        byte[] whole = writer.build();
        long at = ByteBuffer.wrap(whole).getLong(CONSTANTS);
        byte[] checkpoint = writer.checkpoint(Map.of(), distance);
        byte[] changed = Arrays.copyOf(whole, (int) at + checkpoint.length);
        System.arraycopy(checkpoint, 0, changed, (int) at, checkpoint.length);
        ByteBuffer.wrap(changed).putLong(SIZE, changed.length);
        return changed;
    }

    private static Recording read(byte[] bytes) throws IOException {
        return JfrTrees.read(new BytesChannel(bytes), EnumSet.allOf(ProfileEvent.class), ChunkStacks.Labels.NONE);
    }
}
