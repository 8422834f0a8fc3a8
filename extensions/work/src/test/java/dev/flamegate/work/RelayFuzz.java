package dev.flamegate.work;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.flamegate.fuzz.Input;
import dev.flamegate.fuzz.Seeds;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** The relay survives whatever a load sends and a target answers, and connects to nothing but its target. */
class RelayFuzz {
    private static final int LONGEST_MILLIS = 1_000;
    private static final int LONGEST_NAME = 200;

    @FuzzTest
    @Seeds(made = "exchanges")
    void exchange(byte[] input) throws Exception {
        List<byte[]> parts = Input.parts(input, 2);
        AtomicInteger open = new AtomicInteger();
        CountingRelay.Between between = new CountingRelay.Between() {
            @Override
            public void begin(String name) {
                check(open.incrementAndGet() == 1, "two requests at once");
            }

            @Override
            public void end(String name, String input, boolean answered) {
                check(name.length() <= LONGEST_NAME, "a name without end");
                open.decrementAndGet();
            }
        };
        try (ServerSocket target = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            answer(target, parts.get(1));
            URI address = URI.create("http://127.0.0.1:" + target.getLocalPort());
            try (CountingRelay relay = CountingRelay.open(address, between)) {
                send(relay.url(), parts.get(0));
                relay.check();
            }
        }
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalStateException(otherwise);
        }
    }

    private static void send(URI relay, byte[] request) throws IOException {
        try (Socket socket = new Socket(relay.getHost(), relay.getPort())) {
            socket.setSoTimeout(LONGEST_MILLIS);
            socket.getOutputStream().write(request);
            socket.shutdownOutput();
            InputStream in = socket.getInputStream();
            byte[] read = new byte[8192];
            for (int length = 0; length >= 0; ) {
                length = in.read(read);
            }
        } catch (IOException e) {
            return; // hung up on, or not answered in time
        }
    }

    /** Says the same to everybody who asks, until the socket is closed. */
    private static void answer(ServerSocket target, byte[] answer) {
        Thread thread = new Thread(
                () -> {
                    while (!target.isClosed()) {
                        try (Socket socket = target.accept()) {
                            socket.setSoTimeout(LONGEST_MILLIS);
                            check(socket.getInputStream().read(new byte[8192]) != 0, "nothing was asked");
                            socket.getOutputStream().write(answer);
                        } catch (IOException e) {
                            continue; // the relay hung up, or the test is over
                        }
                    }
                },
                "target");
        thread.setDaemon(true);
        thread.start();
    }

    static List<byte[]> exchanges() {
        String ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nSet-Cookie: a=b\r\n\r\nok";
        return List.of(
                Input.of("GET /owners/7?q=a%20b HTTP/1.1\r\nHost: a\r\nX-A: b\r\n\r\n", ok),
                Input.of("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc", "HTTP/1.1 204 No\r\n\r\n"),
                Input.of(
                        "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
                        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"),
                Input.of("GET @127.0.0.1:1/ HTTP/1.1\r\nHost: a\r\n\r\n", ok),
                Input.of("CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n", ok),
                Input.of("OPTIONS * HTTP/1.1\r\n\r\n", "HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\n\r\n"),
                Input.of("GET //evil.example/a HTTP/1.0\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\nwithout an end"),
                Input.of("<b>`|@x /a HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n", "garbage\n\n"));
    }
}
