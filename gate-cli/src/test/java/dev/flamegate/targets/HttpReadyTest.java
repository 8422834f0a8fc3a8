package dev.flamegate.targets;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HttpReadyTest {
    @Test
    void a_connection_that_was_made_too_early_is_not_kept() throws Exception {
        AtomicInteger connections = new AtomicInteger();
        ExecutorService threads = Executors.newCachedThreadPool();
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            threads.execute(() -> accept(server, connections, threads));
            URI uri = URI.create("http://127.0.0.1:" + server.getLocalPort() + "/");

            HttpReady.started("the target", uri, "Look at its log.", Path.of("none.log"))
                    .await(System.nanoTime(), Duration.ofSeconds(30), () -> {});

            assertThat(connections).hasValueGreaterThan(1);
        } finally {
            threads.shutdownNow();
        }
    }

    private static void accept(ServerSocket server, AtomicInteger connections, ExecutorService threads) {
        try {
            while (true) {
                Socket connection = server.accept();
                // What answered first is not the service, however often it is asked.
                String status = connections.getAndIncrement() == 0 ? "404 Not Found" : "200 OK";
                threads.execute(() -> answer(connection, status));
            }
        } catch (IOException closed) {
            // The test has ended.
        }
    }

    private static void answer(Socket connection, String status) {
        try (connection) {
            BufferedReader requests = new BufferedReader(new InputStreamReader(connection.getInputStream(), US_ASCII));
            for (String line = requests.readLine(); line != null; line = requests.readLine()) {
                if (line.isEmpty()) {
                    connection
                            .getOutputStream()
                            .write(("HTTP/1.1 " + status + "\r\nContent-Length: 0\r\n\r\n").getBytes(US_ASCII));
                }
            }
        } catch (IOException closed) {
            // The client has let go of it.
        }
    }
}
