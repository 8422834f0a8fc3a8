package dev.flamegate.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.plan.RemoteSpec;
import dev.flamegate.remote.Remote.Change;
import dev.flamegate.store.History;
import dev.flamegate.store.SharedHistory;
import dev.flamegate.store.StoreFailed;
import dev.flamegate.store.StoredRun;
import dev.flamegate.targets.DeadPort;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class S3RemoteTest extends SharedHistoryContract {
    @TempDir
    static Path serverFolder;

    private static S3Server server;

    private String prefix = "";

    @BeforeAll
    static void start() throws Exception {
        server = S3Server.start(serverFolder);
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void prefix() {
        prefix = "team/" + UUID.randomUUID();
    }

    @Override
    Remote remote() {
        return S3Remote.open(server.place(prefix), S3Server.CREDENTIALS);
    }

    @Override
    String place() {
        return server.text(prefix);
    }

    @Test
    void an_object_that_is_there_is_not_replaced_by_adding_it() throws Exception {
        try (Remote remote = remote()) {
            remote.change(new Change(Map.of("pins/a", new byte[] {1}), Map.of(), Set.of(), false));
            remote.change(new Change(Map.of("pins/a", new byte[] {2}), Map.of(), Set.of(), false));

            assertThat(remote.fetch(List.of("pins/a", "pins/gone"), folder))
                    .hasEntrySatisfying("pins/a", file -> assertThat(file).hasBinaryContent(new byte[] {1}))
                    .hasSize(1);
        }
    }

    @Test
    void more_objects_than_one_answer_lists_are_all_listed() throws Exception {
        Map<String, byte[]> pins = new java.util.HashMap<>();
        for (int i = 0; i < 1100; i++) {
            pins.put("pins/p" + i, new byte[] {1});
        }
        try (Remote remote = remote()) {
            remote.change(new Change(pins, Map.of(), Set.of(), false));

            assertThat(remote.list()).hasSize(1100).contains("pins/p0", "pins/p1099");
        }
    }

    @Test
    void the_whole_bucket_can_be_the_place() throws Exception {
        prefix = "";
        History here = history("bucket");
        save(here, "r1", 1, Verdict.PASS);

        push(here);

        try (Remote remote = remote()) {
            assertThat(remote.list()).anyMatch(name -> name.matches("runs/s\\.shop-[0-9a-f]{12}/r1\\.zip"));
        }
    }

    @Test
    void wrong_credentials_and_a_missing_bucket_are_said_without_secrets() {
        String secret = "wrong-secret-" + UUID.randomUUID();
        Map<String, String> wrong = Map.of("AWS_ACCESS_KEY_ID", "tester", "AWS_SECRET_ACCESS_KEY", secret);
        RemoteSpec.S3 missing =
                new RemoteSpec.S3("nowhere", "", server.place("").endpoint(), null, null);

        try (Remote remote = S3Remote.open(server.place(prefix), wrong);
                Remote nowhere = S3Remote.open(missing, S3Server.CREDENTIALS)) {
            assertThatThrownBy(remote::list)
                    .isInstanceOf(StoreFailed.class)
                    .hasMessageContaining("refused (403 SignatureDoesNotMatch)")
                    .hasMessageContaining("AWS_SECRET_ACCESS_KEY right")
                    .hasMessageNotContaining(secret)
                    .hasMessageNotContaining("tester");
            assertThatThrownBy(nowhere::list).hasMessageContaining("is there a bucket nowhere?");
        }
    }

    @Test
    void a_history_that_cannot_be_shared_stays_and_is_shared_later() throws Exception {
        History here = history("offline");
        save(here, "r1", 1, Verdict.PASS);
        try (DeadPort port = new DeadPort()) {
            RemoteSpec.S3 down = (RemoteSpec.S3) RemoteSpec.parse("s3://perf/a?endpoint=" + port.http());
            try (SharedHistory shared = SharedHistory.open(here, down, folder, S3Server.CREDENTIALS, warnings()::add)) {
                assertThatThrownBy(() -> shared.push(false, null))
                        .isInstanceOf(StoreFailed.class)
                        .hasMessageContaining("cannot be reached: ConnectException");
            }
        }

        assertThat(here.list()).extracting(StoredRun::id).containsExactly("r1");
        assertThat(push(here).runs()).isEqualTo(1);
    }

    @Test
    void without_credentials_it_says_which_are_needed() {
        assertThatThrownBy(() -> S3Remote.open(server.place(prefix), Map.of("HOME", "/")))
                .isInstanceOf(StoreFailed.class)
                .hasMessageContaining("set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
    }

    @Test
    void a_store_without_conditions_and_one_in_conflict_take_what_is_added() throws Exception {
        List<String> asked = Collections.synchronizedList(new ArrayList<>());
        List<Integer> answers = Collections.synchronizedList(new ArrayList<>(List.of(409, 501, 200)));
        HttpServer store = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        store.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            asked.add(
                    exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath() + " "
                            + exchange.getRequestHeaders().getFirst("If-None-Match"));
            exchange.sendResponseHeaders(answers.remove(0), -1);
            exchange.close();
        });
        store.start();
        String endpoint = "http://127.0.0.1:" + store.getAddress().getPort();
        try (Remote remote = S3Remote.open(
                (RemoteSpec.S3) RemoteSpec.parse("s3://perf?endpoint=" + endpoint), S3Server.CREDENTIALS)) {
            remote.change(new Change(Map.of("pins/a", new byte[] {1}), Map.of(), Set.of(), false));
        } finally {
            store.stop(0);
        }

        assertThat(asked).containsExactly("PUT /perf/pins/a *", "PUT /perf/pins/a *", "PUT /perf/pins/a null");
    }
}
