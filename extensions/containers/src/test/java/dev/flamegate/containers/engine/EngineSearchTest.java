package dev.flamegate.containers.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.flamegate.targets.DeadPort;
import dev.flamegate.targets.TargetFailed;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Engines that are none; every search is over within seconds. */
class EngineSearchTest {
    @TempDir
    Path folder;

    @Test
    void nobody_at_docker_host_is_said_with_the_remedy_and_nothing_else_is_tried() throws IOException {
        try (DeadPort port = new DeadPort()) {
            EngineSearch search = search("tcp://127.0.0.1:" + port.number(), Duration.ofSeconds(25));

            assertThat(search.engine()).isEmpty();
            assertThat(search.tried())
                    .singleElement()
                    .asString()
                    .contains("DOCKER_HOST=tcp://")
                    .contains("refused");
            assertThatThrownBy(search::orThrow)
                    .isInstanceOf(TargetFailed.class)
                    .hasMessageContaining("no Docker engine answers")
                    .hasMessageContaining("runtime: process");
        }
    }

    @Test
    void a_socket_that_is_not_there_is_named() {
        assertThat(search("unix://" + folder.resolve("none.sock")).problem()).contains("none.sock");
    }

    @Test
    void a_socket_that_never_answers_is_given_up() throws IOException {
        Path path = folder.resolve("s");
        try (ServerSocketChannel silent = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            silent.bind(UnixDomainSocketAddress.of(path));

            assertThat(search("unix://" + path).problem()).contains("has not answered within 3 s");
        }
    }

    @Test
    void a_web_server_is_not_taken_for_an_engine() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] page = "<html>It works!</html>".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        server.start();
        try {
            assertThat(search("tcp://127.0.0.1:" + server.getAddress().getPort())
                            .engine())
                    .isEmpty();
        } finally {
            server.stop(0);
        }
    }

    @Test
    void one_that_answers_in_single_bytes_is_given_up() throws Exception {
        try (ServerSocket slow = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
            Thread dripping = new Thread(() -> drip(slow));
            dripping.setDaemon(true);
            dripping.start();

            assertThat(search("tcp://127.0.0.1:" + slow.getLocalPort()).problem())
                    .contains("has not answered");
        }
    }

    @Test
    void what_no_client_speaks_is_refused() {
        assertThat(search("ssh://somebody@127.0.0.1").engine()).isEmpty();
        assertThat(search("nonsense").engine()).isEmpty();
    }

    @Test
    void a_socket_that_may_not_be_used_has_a_remedy_of_its_own() {
        EngineSearch search = new EngineSearch(
                Optional.empty(),
                List.of(new EngineSearch.Attempt("unix:///var/run/docker.sock", "Permission denied", true)));

        assertThat(search.problem()).contains("group docker");
    }

    private EngineSearch search(String host) {
        return search(host, Duration.ofSeconds(3));
    }

    private EngineSearch search(String host, Duration answerWithin) {
        return EngineSearch.now(Map.of("DOCKER_HOST", host), folder, answerWithin);
    }

    private static void drip(ServerSocket server) {
        try {
            while (true) {
                Socket caller = server.accept();
                Thread one = new Thread(() -> {
                    try (OutputStream out = caller.getOutputStream()) {
                        for (byte part :
                                "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n".getBytes(StandardCharsets.UTF_8)) {
                            out.write(part);
                            out.flush();
                            Thread.sleep(300);
                        }
                    } catch (IOException | InterruptedException e) {
                        // The client has given up.
                    }
                });
                one.setDaemon(true);
                one.start();
            }
        } catch (IOException e) {
            // The test is over.
        }
    }
}
