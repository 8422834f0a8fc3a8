package dev.flamegate.load.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulationLogTest {
    private static final LogRecord.Run RUN =
            new LogRecord.Run("3.15.1", "a.B", 1_700_000_000_000L, List.of("one", "zwei →"));

    @Test
    void a_long_name_many_times_in_one_record_is_corrupt() {
        LogRecord request = new LogRecord.Request(
                java.util.Collections.nCopies(1_000, "x".repeat(100_000)), "a", RUN.start(), RUN.start(), true, "");
        byte[] log = LogWriter.bytes(List.of(RUN, request));

        assertThatThrownBy(() -> decode(log)).isInstanceOf(UnreadableLog.class).hasMessageContaining("corrupt");
    }

    /** The logs were written by {@code dev.flamegate.gatling.example.EveryRecord} in real Gatling. */
    @ParameterizedTest
    @ValueSource(strings = {"3.13.5", "3.14.9", "3.15.1"})
    void a_log_written_by_gatling_is_read_record_by_record(String version) throws Exception {
        List<LogRecord> records = decode(real(version));
        assertThat(records.get(0)).isInstanceOfSatisfying(LogRecord.Run.class, run -> {
            assertThat(run.version()).isEqualTo(version);
            assertThat(run.simulation()).isEqualTo("dev.flamegate.gatling.example.EveryRecord");
            assertThat(run.scenarios()).containsExactly("Käufe", "→ other");
        });
        assertThat(of(records, LogRecord.User.class))
                .hasSize(10)
                .filteredOn(user -> user.begins())
                .hasSize(5);
        assertThat(of(records, LogRecord.Group.class)).hasSize(6);
        assertThat(of(records, LogRecord.Request.class)).hasSize(8).allSatisfy(request -> {
            assertThat(request.end()).isGreaterThanOrEqualTo(request.start());
            assertThat(request.start()).isGreaterThanOrEqualTo(((LogRecord.Run) records.get(0)).start());
        });
        assertThat(of(records, LogRecord.Request.class).map(request -> request.fullName() + " " + request.ok()))
                .containsOnly("checkout / GET /ok true", "checkout / 支払い / GET /missing false", "GET /größe → 42 true");
        assertThat(of(records, LogRecord.Request.class)
                        .filter(request -> !request.ok())
                        .map(LogRecord.Request::message))
                .hasSize(3)
                .allSatisfy(message ->
                        assertThat(message).startsWith("status.find.is(200), ").endsWith("found 404"));
        assertThat(of(records, LogRecord.Problem.class).map(LogRecord.Problem::message))
                .hasSize(2)
                .allSatisfy(message -> assertThat(message).contains("No attribute named 'nowhere' is defined"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.13.5", "3.15.1"})
    void a_log_cut_off_anywhere_keeps_what_is_whole(String version) throws Exception {
        byte[] log = real(version);
        List<LogRecord> whole = decode(log);
        int before = 0;
        for (int length = 0; length <= log.length; length++) {
            List<LogRecord> records = new ArrayList<>();
            SimulationLog cut = log(Arrays.copyOf(log, length));
            cut.read(records::add);
            assertThat(records).isEqualTo(whole.subList(0, records.size()));
            assertThat(records.size()).isBetween(before, before + 1);
            assertThat(cut.cutOff() == 0).isEqualTo(length == 0 || records.size() > before);
            before = records.size();
        }
        assertThat(before).isEqualTo(whole.size());
    }

    @Test
    void a_growing_log_is_read_on_where_it_ended(@TempDir Path folder) throws Exception {
        byte[] bytes = real("3.15.1");
        Path file = Files.createFile(folder.resolve("simulation.log"));
        List<LogRecord> records = new ArrayList<>();
        try (SimulationLog log = SimulationLog.open(file)) {
            for (byte next : bytes) {
                Files.write(file, new byte[] {next}, StandardOpenOption.APPEND);
                log.read(records::add);
            }
        }
        assertThat(records).isEqualTo(decode(bytes));
    }

    @Test
    void records_come_back_as_written_whatever_the_sizes_of_the_reads() throws Exception {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            List<LogRecord> records = randomRecords(random);
            List<LogRecord> read = new ArrayList<>();
            InputStream slow = new ByteArrayInputStream(LogWriter.bytes(records)) {
                @Override
                public synchronized int read(byte[] into, int offset, int length) {
                    return super.read(into, offset, Math.min(length, 1 + random.nextInt(40)));
                }
            };
            new SimulationLog(Channels.newChannel(slow)).read(read::add);
            assertThat(read).as("seed %d", seed).isEqualTo(records);
        }
    }

    @Test
    void a_damaged_byte_gives_records_or_an_unreadable_log_and_nothing_else() throws Exception {
        byte[] log = real("3.15.1");
        Random random = new Random(7);
        for (int round = 0; round < 3_000; round++) {
            byte[] damaged = log.clone();
            damaged[random.nextInt(log.length)] = (byte) random.nextInt(256);
            try {
                decode(damaged);
            } catch (UnreadableLog e) {
                assertThat(e).hasMessageContaining("log");
            }
        }
    }

    /** Gatling 3.15.1 did this at the end of its third buffer. */
    @Test
    void an_empty_message_that_gatling_failed_to_write_is_empty() throws Exception {
        LogRecord one = new LogRecord.Request(List.of(), "a", RUN.start(), RUN.start() + 1, true, "");
        LogRecord other = new LogRecord.Request(List.of(), "a", RUN.start(), RUN.start() + 2, true, "");
        List<LogRecord> records = List.of(RUN, one, other, new LogRecord.User(0, true, RUN.start()), other);
        byte[] run = LogWriter.bytes(List.of(RUN));
        byte[] first = LogWriter.bytes(List.of(RUN, one));
        byte[] second = LogWriter.bytes(List.of(RUN, one, other));
        byte[] whole = LogWriter.bytes(records);
        byte[] lost = ByteBuffer.allocate(whole.length)
                .put(first, 0, first.length - Integer.BYTES)
                .put(second, first.length, second.length - first.length - Integer.BYTES)
                .putInt(2)
                .putInt(0)
                .put(whole, second.length, whole.length - second.length)
                .array();

        assertThat(decode(lost)).isEqualTo(records);
        for (int length = run.length; length < lost.length; length++) {
            List<LogRecord> read = decode(Arrays.copyOf(lost, length));
            assertThat(read).isEqualTo(records.subList(0, read.size()));
        }
    }

    @Test
    void an_unreadable_log_is_unreadable_again() throws Exception {
        SimulationLog log = log(with(LogWriter.bytes(List.of(RUN)), (byte) 9));
        assertThatThrownBy(() -> log.read(record -> {})).isInstanceOf(UnreadableLog.class);
        assertThatThrownBy(() -> log.read(record -> {})).isInstanceOf(UnreadableLog.class);
    }

    @Test
    void an_unknown_type_of_record_is_told_with_its_offset() {
        byte[] run = LogWriter.bytes(List.of(RUN));
        assertThatThrownBy(() -> decode(with(run, (byte) 9)))
                .hasMessage("byte " + run.length + " of the log: 9 is not a record type");
    }

    @Test
    void a_monstrous_length_is_told_and_not_allocated() {
        byte[] run = LogWriter.bytes(List.of(RUN));
        byte[] error = ByteBuffer.allocate(9)
                .put((byte) 4)
                .putInt(1)
                .putInt(Integer.MAX_VALUE)
                .array();
        assertThatThrownBy(() -> decode(with(run, error)))
                .hasMessage("byte " + (run.length + 5) + " of the log is corrupt: a length of 2147483647 bytes");
    }

    @Test
    void a_reference_to_a_text_that_never_came_is_told() {
        byte[] run = LogWriter.bytes(List.of(RUN));
        byte[] error = ByteBuffer.allocate(9).put((byte) 4).putInt(-3).putInt(0).array();
        assertThatThrownBy(() -> decode(with(run, error)))
                .hasMessage("byte " + (run.length + 1) + " of the log is corrupt: -3 refers to no text; there are 0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.12.1", "3.16.0", "4.13.0", "x", "3", "3.15x"})
    void another_version_is_refused_by_name(String version) {
        byte[] log = LogWriter.bytes(List.of(new LogRecord.Run(version, "a.B", 0, List.of())));
        assertThatThrownBy(() -> decode(log))
                .hasMessage(version + ": the log is of a version of Gatling whose format is not known;"
                        + " logs of Gatling 3.13, 3.14 and 3.15 can be read");
    }

    @Test
    void the_text_log_of_an_old_gatling_is_refused() {
        assertThatThrownBy(() -> decode("RUN\ta.B\ta\t1700000000000\t \t3.9.5\n".getBytes("US-ASCII")))
                .hasMessageStartingWith("the log is text, as Gatling wrote it up to 3.12");
    }

    @Test
    void what_is_no_log_at_all_is_refused() {
        assertThatThrownBy(() -> decode(new byte[] {0x1f, (byte) 0x8b})).hasMessageContaining("not the start");
    }

    private static List<LogRecord> randomRecords(Random random) {
        List<String> names = List.of("", "a", "größe", "支払い", "x".repeat(5_000), "→".repeat(300));
        List<LogRecord> records = new ArrayList<>(List.of(RUN));
        for (int i = 0; i < 60; i++) {
            long time = RUN.start() + random.nextInt(100_000);
            String name = names.get(random.nextInt(names.size()));
            List<String> groups = names.subList(0, random.nextInt(3));
            boolean flag = random.nextBoolean();
            records.add(
                    switch (random.nextInt(4)) {
                        case 0 -> new LogRecord.User(random.nextInt(2), flag, time);
                        case 1 -> new LogRecord.Group(groups, time, time + 5, 4, flag);
                        case 2 -> new LogRecord.Problem(name, time);
                        default -> new LogRecord.Request(groups, name, time, time + random.nextInt(50), flag, name);
                    });
        }
        return records;
    }

    private static <T extends LogRecord> Stream<T> of(List<LogRecord> records, Class<T> type) {
        return records.stream().filter(type::isInstance).map(type::cast);
    }

    private static byte[] with(byte[] log, byte... more) {
        return ByteBuffer.allocate(log.length + more.length).put(log).put(more).array();
    }

    private static List<LogRecord> decode(byte[] bytes) throws IOException {
        List<LogRecord> records = new ArrayList<>();
        log(bytes).read(records::add);
        return records;
    }

    private static SimulationLog log(byte[] bytes) {
        return new SimulationLog(Channels.newChannel(new ByteArrayInputStream(bytes)));
    }

    private static byte[] real(String version) throws IOException {
        try (InputStream in = SimulationLogTest.class.getResourceAsStream("gatling-" + version + ".log.bin")) {
            return in.readAllBytes();
        }
    }
}
