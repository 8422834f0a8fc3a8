package dev.flamegate.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.targets.TargetFailed;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against an API server that takes its time, as one far away does, and speaks plain WebSocket. */
class PortForwardTest {
    private static final byte[] PORT_OF_CHANNEL = {0, 80, 0};
    private static final byte DATA = 0;
    private static final byte ERROR = 1;
    private static final int BINARY = 0x82;
    private static final int CLOSE = 0x88;
    private static final int WAIT_MILLIS = 60_000;

    private final BlockingQueue<Peer> peers = new LinkedBlockingQueue<>();
    private ServerSocket server;
    private Cluster cluster;
    private PortForward forward;

    @BeforeEach
    void open() throws Exception {
        server = new ServerSocket();
        server.setReceiveBufferSize(8 * 1024);
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        Thread accepting = new Thread(this::accept);
        accepting.setDaemon(true);
        accepting.start();
        cluster = Cluster.of(
                new KubernetesClientBuilder()
                        .withConfig(new ConfigBuilder()
                                .withMasterUrl("http://127.0.0.1:" + server.getLocalPort() + "/behind/a/path")
                                .build())
                        .build(),
                "shop");
        forward = PortForward.open(cluster, "cart-1", 80, 0);
    }

    @AfterEach
    void close() throws IOException {
        forward.close();
        cluster.close();
        server.close();
    }

    @Test
    void nothing_is_lost_on_a_way_that_is_slower_than_what_is_sent() throws Exception {
        byte[] sent = new byte[12_000_000];
        new Random(1).nextBytes(sent);
        try (Socket local = connected()) {
            Thread sending = new Thread(() -> write(local, sent));
            sending.start();
            Peer peer = peer();
            Thread.sleep(200); // for the buffers between to fill

            byte[] received = new byte[sent.length];
            int length = 0;
            while (length < received.length) {
                byte[] message = peer.read();
                assertThat(message[0]).isEqualTo(DATA);
                System.arraycopy(message, 1, received, length, message.length - 1);
                length += message.length - 1;
            }
            assertThat(Arrays.equals(received, sent)).isTrue();

            peer.write(DATA, "all of it");
            assertThat(new String(local.getInputStream().readNBytes(9), UTF_8)).isEqualTo("all of it");
            sending.join();
        }
    }

    @Test
    void it_asks_for_the_port_of_the_pod_and_ends_what_has_ended_here() throws Exception {
        Peer peer;
        try (Socket local = connected()) {
            peer = peer();
            assertThat(peer.head)
                    .startsWith("GET /behind/a/path/api/v1/namespaces/shop/pods/cart-1/portforward?ports=80 HTTP/1.1");
        }
        assertThat(peer.read()).as("the end").isNull();
    }

    @Test
    void what_has_ended_there_ends_here_and_an_error_is_told() throws Exception {
        try (Socket local = connected()) {
            peer().write(ERROR, "connection refused in the pod");
            assertThat(local.getInputStream().read()).isEqualTo(-1);
            assertThat(forward.problem()).contains("connection refused in the pod");
        }
        try (Socket local = connected()) {
            peer().socket.close();
            assertThat(local.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void closing_ends_what_is_open_and_frees_the_port() throws Exception {
        try (Socket local = connected()) {
            peer();
            forward.close();
            assertThat(local.getInputStream().read()).isEqualTo(-1);
            PortForward.open(cluster, "cart-1", 80, forward.port()).close();
        }
    }

    @Test
    void a_port_that_is_taken_is_said() {
        assertThatThrownBy(() -> PortForward.open(cluster, "cart-1", 80, forward.port()))
                .isInstanceOf(TargetFailed.class)
                .hasMessageContaining("cannot be forwarded to port 80 of the pod");
    }

    private Socket connected() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), forward.port());
        // No interrupt ends a read, so no other limit would end a test that waits for what does not come.
        socket.setSoTimeout(WAIT_MILLIS);
        return socket;
    }

    private Peer peer() throws InterruptedException {
        Peer peer = peers.poll(WAIT_MILLIS, TimeUnit.MILLISECONDS);
        assertThat(peer).as("a connection to the cluster").isNotNull();
        return peer;
    }

    private static void write(Socket to, byte[] bytes) {
        try {
            to.getOutputStream().write(bytes);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void accept() {
        try {
            while (true) {
                new Peer(server.accept()).greet();
            }
        } catch (IOException | GeneralSecurityException closed) {
            // The test has ended.
        }
    }

    /** The other end of a WebSocket; the test reads when it likes. */
    private final class Peer {
        private final Socket socket;
        private final DataInputStream in;
        private final OutputStream out;
        private String head = "";

        private Peer(Socket socket) throws IOException {
            this.socket = socket;
            socket.setSoTimeout(WAIT_MILLIS);
            in = new DataInputStream(socket.getInputStream());
            out = socket.getOutputStream();
        }

        private void greet() throws IOException, GeneralSecurityException {
            StringBuilder request = new StringBuilder();
            while (request.indexOf("\r\n\r\n") < 0) {
                request.append((char) in.readUnsignedByte());
            }
            head = request.toString();
            String key = head.lines()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("sec-websocket-key:"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("");
            if (key.isEmpty()) {
                String version = "{\"major\":\"1\",\"minor\":\"34\",\"gitVersion\":\"v1.34.1\"}";
                say(
                        "200 OK\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: "
                                + version.length(),
                        version);
                return;
            }
            byte[] accepted = MessageDigest.getInstance("SHA-1")
                    .digest((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").getBytes(UTF_8));
            say(
                    "101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Protocol:"
                            + " v4.channel.k8s.io\r\nSec-WebSocket-Accept: "
                            + Base64.getEncoder().encodeToString(accepted),
                    "");
            frame(PORT_OF_CHANNEL);
            frame(new byte[] {ERROR, 80, 0});
            peers.add(this);
        }

        private void say(String status, String body) throws IOException {
            out.write(("HTTP/1.1 " + status + "\r\n\r\n" + body).getBytes(UTF_8));
            out.flush();
        }

        private void write(byte channel, String text) throws IOException {
            byte[] message = (" " + text).getBytes(UTF_8);
            message[0] = channel;
            frame(message);
        }

        private void frame(byte[] message) throws IOException {
            out.write(new byte[] {(byte) BINARY, (byte) message.length});
            out.write(message);
            out.flush();
        }

        /** A whole message; {@code null} at the end. */
        private byte[] read() throws IOException {
            int kind = in.readUnsignedByte();
            if (kind == CLOSE) {
                return null;
            }
            assertThat(kind).isEqualTo(BINARY);
            int length = in.readUnsignedByte() & 0x7f;
            if (length == 126) {
                length = in.readUnsignedShort();
            } else if (length == 127) {
                length = (int) in.readLong();
            }
            byte[] mask = in.readNBytes(4);
            byte[] message = in.readNBytes(length);
            for (int i = 0; i < message.length; i++) {
                message[i] ^= mask[i % 4];
            }
            return message;
        }
    }
}
