package dev.flamegate.collect.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.CounterIncrement;
import dev.flamegate.collect.Token;
import dev.flamegate.model.Counter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Against a probe that says what the test wants. */
class ProbeServerTest {
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Duration LONG = Duration.ofSeconds(120);

    private final Token token = Token.random();
    private final ProbeServer server = ProbeServer.open(InetAddress.getLoopbackAddress(), token);

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void who_does_not_know_the_token_is_hung_up_on() throws Exception {
        try (Socket stranger = dial(Token.random().hex(), 1, 1)) {
            stranger.setSoTimeout(120_000);
            assertThat(stranger.getInputStream().read()).isEqualTo(-1);
            assertThatThrownBy(() -> server.await(OptionalLong.empty(), SHORT))
                    .isInstanceOf(CollectionFailed.class)
                    .hasMessageContaining("has not connected to");
        }
    }

    @Test
    void the_token_is_not_among_the_options_that_every_user_can_read() {
        assertThat(server.javaAgentOption("probe.jar", "::1"))
                .endsWith("=connect=[::1]:" + server.address().getPort());
        assertThat(server.environment()).containsExactly(Map.entry("FLAMEGATE_PROBE_TOKEN", token.hex()));
    }

    @Test
    void a_stranger_is_heard_no_further_than_two_short_lines() throws Exception {
        for (String hello : List.of(
                "x".repeat(300),
                "flamegate-probe 1\ntoken " + Token.random().hex() + "\n" + "a b\n".repeat(200),
                "flamegate-probe 1\n" + "x".repeat(300),
                "pid 1\n")) {
            try (Socket stranger =
                    new Socket(server.address().getAddress(), server.address().getPort())) {
                say(stranger, hello); // without the empty line that ends it
                stranger.setSoTimeout(120_000);
                assertThat(end(stranger)).as(hello.substring(0, 5)).isEqualTo(-1);
            }
        }
    }

    /** -1 for a connection that was closed, as it is when there was more to read. */
    private static int end(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read();
        } catch (java.net.SocketException reset) {
            return -1;
        }
    }

    @Test
    void another_process_than_the_expected_one_is_passed_over() throws Exception {
        try (Socket child = dial(token.hex(), 11, 1)) {
            assertThat(server.await(OptionalLong.empty(), LONG).facts().pid()).isEqualTo(11);
            assertThatThrownBy(() -> server.await(OptionalLong.of(12), SHORT)).hasMessageContaining("process [11] did");
            try (Socket target = dial(token.hex(), 12, 1)) {
                assertThat(server.await(OptionalLong.of(12), LONG).facts().pid())
                        .isEqualTo(12);
            }
        }
    }

    @Test
    void a_lost_connection_is_taken_up_again() throws Exception {
        try (Socket first = dial(token.hex(), 12, 1)) {
            Probe probe = server.await(OptionalLong.of(12), LONG);
            first.close();
            Thread again = new Thread(() -> {
                try (Socket second = dial(token.hex(), 12, 1)) {
                    BufferedReader in =
                            new BufferedReader(new InputStreamReader(second.getInputStream(), StandardCharsets.UTF_8));
                    assertThat(in.readLine()).isEqualTo("read");
                    say(second, "at.ns 5\ncpu.process.ns 2000000000\nunknown.to.this.gate 1\nheap.used what\n\n");
                    in.readLine();
                } catch (IOException e) {
                    // The test's own assertion tells.
                }
            });
            again.start();
            assertThat(probe.read().counter(Counter.CPU_PROCESS)).hasValue(2);
        }
    }

    @Test
    void threads_that_ended_unseen_are_made_up_for_from_the_heap_s_account() {
        ProbeReading before = reading(Map.of("alloc.bytes", 100, "threads.unseen", 0, "threads.ended", 0));
        Map<String, Integer> after =
                new HashMap<>(Map.of("alloc.bytes", 1100, "threads.unseen", 0, "threads.ended", 0));
        assertThat(reading(after).since(before).counters()).containsEntry(Counter.ALLOCATED, 1000.0);
        assertThat(reading(after).since(before).warnings()).isEmpty();

        after.put("threads.unseen", 7);
        assertThat(reading(after).since(before).warnings())
                .extracting(warning -> warning.id())
                .containsExactly("allocation-incomplete");

        ProbeReading accounted = with(before, "alloc.heap.bytes", 0);
        CounterIncrement small = with(reading(after), "alloc.heap.bytes", 1040).since(accounted);
        assertThat(small.counters()).containsEntry(Counter.ALLOCATED, 1000.0);
        assertThat(small.warnings()).isEmpty();
        CounterIncrement large = with(reading(after), "alloc.heap.bytes", 9000).since(accounted);
        assertThat(large.counters()).containsEntry(Counter.ALLOCATED, 9000.0);
        assertThat(large.warnings()).extracting(warning -> warning.id()).containsExactly("allocation-estimated");
    }

    @Test
    void readings_of_two_targets_have_no_difference() {
        ProbeReading one = ProbeReading.of(ProbeFacts.of(Map.of("pid", "1", "start.ms", "5")), Map.of());
        ProbeReading other = ProbeReading.of(ProbeFacts.of(Map.of("pid", "1", "start.ms", "6")), Map.of());
        assertThatThrownBy(() -> other.since(one)).isInstanceOf(IllegalArgumentException.class);
    }

    private static ProbeReading reading(Map<String, Integer> values) {
        Map<String, String> answer = new HashMap<>(Map.of("at.ns", "5"));
        values.forEach((name, value) -> answer.put(name, value.toString()));
        return ProbeReading.of(ProbeFacts.of(Map.of()), answer);
    }

    private static ProbeReading with(ProbeReading reading, String name, int value) {
        Map<String, String> answer = new HashMap<>();
        reading.details().forEach((key, number) -> answer.put(key, number.toString()));
        answer.put(name, Integer.toString(value));
        return ProbeReading.of(reading.facts(), answer);
    }

    private Socket dial(String secret, long pid, long start) throws IOException {
        Socket socket =
                new Socket(server.address().getAddress(), server.address().getPort());
        say(socket, "flamegate-probe 1\ntoken " + secret + "\npid " + pid + "\nstart.ms " + start + "\n\n");
        return socket;
    }

    private static void say(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
    }
}
