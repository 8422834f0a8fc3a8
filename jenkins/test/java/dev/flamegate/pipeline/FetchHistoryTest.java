package dev.flamegate.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that fetches an earlier build's archive, really run, from a server that asks for a password. */
class FetchHistoryTest {
    private static final String EXPECTED =
            "Basic " + Base64.getEncoder().encodeToString("reader:pa\"ss\\word".getBytes(StandardCharsets.UTF_8));

    @TempDir
    private Path folder;

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        boolean curl =
                Stream.of(System.getenv("PATH").split(":")).anyMatch(place -> Files.exists(Path.of(place, "curl")));
        assumeTrue(curl, "there is no curl on this machine");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            asked.add(exchange.getRequestURI().toString());
            boolean allowed = EXPECTED.equals(exchange.getRequestHeaders().getFirst("Authorization"));
            byte[] body = (allowed ? "an archive" : "no").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(allowed ? 200 : 403, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(0);
        }
    }

    @Test
    void with_credentials_the_archive_is_fetched_and_imported() throws IOException {
        Pipelines pipelines = pipelines();

        pipelines.run("flamegate(history: 'artifacts', historyCredentials: 'jenkins-reader')");

        assertThat(pipelines.failed()).isEmpty();
        assertThat(asked)
                .containsExactly("/job/shop/lastCompletedBuild/artifact/build/flamegate/flamegate-history.zip");
        assertThat(pipelines.gate.calls("history").get(0))
                .containsExactly(
                        "history",
                        "import",
                        "build/flamegate/flamegate-history.zip",
                        "--history=build/flamegate/flamegate-history");
        assertThat(pipelines.agent.said()).doesNotContain("no history of an earlier build");
        assertThat(Files.readString(folder.resolve("sh.log"))).doesNotContain("pa\"ss");
    }

    @Test
    void without_them_the_build_begins_a_history_and_goes_on() throws IOException {
        Pipelines pipelines = pipelines();

        pipelines.run("flamegate(history: 'artifacts')");

        assertThat(pipelines.failed()).isEmpty();
        assertThat(pipelines.agent.said()).contains("no history of an earlier build could be fetched");
        assertThat(pipelines.gate.calls("history").get(0)).contains("prune");
    }

    private Pipelines pipelines() throws IOException {
        Pipelines pipelines = Pipelines.onLinux(folder);
        pipelines.gate.says(0, "PASS", "every rule holds");
        pipelines
                .jenkins
                .environment()
                .put("JOB_URL", "http://127.0.0.1:" + server.getAddress().getPort() + "/job/shop/");
        return pipelines;
    }
}
