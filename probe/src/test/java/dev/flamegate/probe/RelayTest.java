package dev.flamegate.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RelayTest {
    private static final String GATE = Relay.GATE + "token\n";

    @Test
    void an_agent_is_joined_with_a_connection_of_the_gate_both_ways() throws IOException {
        InetSocketAddress relay = Relay.open(0, "token");
        try (Socket gate = connected(relay, GATE);
                Socket agent = connected(relay, "POST /ingest\nbody")) {
            answer(gate);
            assertThat(read(gate, 17)).isEqualTo("POST /ingest\nbody");
            gate.getOutputStream().write("answer".getBytes(StandardCharsets.US_ASCII));
            assertThat(read(agent, 6)).isEqualTo("answer");

            gate.close();
            assertThat(agent.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void an_agent_waits_for_the_gate_and_is_not_joined_with_a_connection_that_has_ended() throws IOException {
        InetSocketAddress relay = Relay.open(0, "token");
        connected(relay, GATE).close();
        try (Socket agent = connected(relay, "flamegate-probe 1\n");
                Socket gate = connected(relay, GATE)) {
            answer(gate);
            assertThat(read(gate, 18)).isEqualTo("flamegate-probe 1\n");
            agent.getOutputStream().write('x');
            assertThat(read(gate, 1)).isEqualTo("x");
        }
    }

    /** As behind a forward whose other end was given up. */
    @Test
    void a_connection_on_which_nobody_answers_is_not_used() throws IOException {
        InetSocketAddress relay = Relay.open(0, "token");
        try (Socket dead = connected(relay, GATE);
                Socket agent = connected(relay, "GET /\n")) {
            assertThat(read(dead, Relay.QUESTION.length())).isEqualTo(Relay.QUESTION);
            try (Socket gate = connected(relay, GATE)) {
                answer(gate);
                assertThat(read(gate, 6)).isEqualTo("GET /\n");
                assertThat(dead.getInputStream().read()).isEqualTo(-1);
                assertThat(agent.isClosed()).isFalse();
            }
        }
    }

    @Test
    void who_does_not_know_the_token_is_an_agent() throws IOException {
        InetSocketAddress relay = Relay.open(0, "token");
        try (Socket stranger = connected(relay, Relay.GATE + "tokeN\n");
                Socket gate = connected(relay, GATE)) {
            answer(gate);
            assertThat(read(gate, Relay.GATE.length() + 6)).isEqualTo(Relay.GATE + "tokeN\n");
            assertThat(stranger.isConnected()).isTrue();
        }
    }

    @Test
    void the_second_virtual_machine_of_a_pod_uses_the_relay_of_the_first() throws IOException {
        InetSocketAddress first = Relay.open(0, "token");

        assertThat(Relay.open(first.getPort(), "token")).isEqualTo(first);
    }

    private static void answer(Socket gate) throws IOException {
        assertThat(read(gate, Relay.QUESTION.length())).isEqualTo(Relay.QUESTION);
        gate.getOutputStream().write(Relay.ANSWER);
    }

    private static Socket connected(InetSocketAddress to, String greeting) throws IOException {
        Socket socket = new Socket(to.getAddress(), to.getPort());
        socket.getOutputStream().write(greeting.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static String read(Socket socket, int length) throws IOException {
        return new String(socket.getInputStream().readNBytes(length), StandardCharsets.US_ASCII);
    }
}
