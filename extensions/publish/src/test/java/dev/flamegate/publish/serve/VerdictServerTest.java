package dev.flamegate.publish.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.cli.Schemas;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Run;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.report.Examples;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import dev.flamegate.store.StoredRuns;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class VerdictServerTest {
    private static final String SHOP = "/v1/services/shop/verdict";
    private static final String TOKEN = "a-token-of-the-test";
    private static final Instant JUDGED = StoredRuns.START.plusSeconds(60);

    @TempDir
    private Path folder;

    private final List<String> warnings = Collections.synchronizedList(new ArrayList<>());
    private final HttpClient client = HttpClient.newHttpClient();
    private History history;
    private VerdictServer server;

    @BeforeEach
    void open() throws IOException {
        history = new History(folder, warnings::add);
        server = server(verdicts(List.of()), null, null);
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void every_verdict_is_answered_as_the_schema_says() throws Exception {
        Map<String, Judgement> judgements = new LinkedHashMap<>();
        Examples.all().forEach((name, report) -> judgements.put(name, report.judgement()));
        int number = 0;
        List<String> seen = new ArrayList<>();
        for (Map.Entry<String, Judgement> one : judgements.entrySet()) {
            number++;
            run("r" + number, "shop", number, one.getValue(), Map.of(Run.COMMIT, "0123456789abcdef"));

            HttpResponse<String> response = get(SHOP);

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
            assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
            assertThat(Schemas.errors("verdict", response.body()))
                    .as(one.getKey())
                    .isEmpty();
            JsonNode json = json(response);
            assertThat(json.path("id").asString()).isEqualTo("r" + number);
            assertThat(json.path("verdict").asString())
                    .isEqualTo(one.getValue().verdict().name());
            seen.add(json.path("verdict").asString());
        }
        assertThat(seen).contains("PASS", "FAIL", "INCONCLUSIVE", "INVALID");
        assertThat(warnings).isEmpty();
    }

    @Test
    void a_failure_says_which_rules_broke_and_by_which_method() throws Exception {
        run(
                "r1",
                "shop",
                1,
                Examples.failing().judgement(),
                Map.of(Run.COMMIT, "0123456789abcdef", Run.BRANCH, "main"));

        JsonNode json = json(get(SHOP));

        assertThat(json.path("exitCode").asInt()).isEqualTo(1);
        assertThat(json.path("kind").asString()).isEqualTo("run");
        assertThat(json.path("commit").asString()).isEqualTo("0123456789abcdef");
        assertThat(json.path("branch").asString()).isEqualTo("main");
        assertThat(json.path("target").isNull()).isTrue();
        assertThat(json.path("report").isNull()).isTrue();
        JsonNode first = json.path("broken").get(0);
        assertThat(first.path("rule").asString()).isEqualTo("cpu-cost");
        assertThat(first.path("sentence").asString())
                .startsWith("cpu-cost")
                .contains(" is broken: +", first.path("culprit").asString());
        assertThat(json.path("reason").asString())
                .contains(first.path("sentence").asString());
    }

    @Test
    void the_newest_by_the_time_of_its_verdict_is_answered_and_what_was_not_judged_has_none() throws Exception {
        run("r1", "shop", 1, judged(Verdict.PASS), Map.of());
        run("r2", "shop", 2, judged(Verdict.WARN), Map.of());
        history.save(StoredRuns.of("shop", "r9", StoredRuns.START.plusSeconds(900)));
        run("r3", "shop-api", 3, judged(Verdict.FAIL), Map.of());
        assertThat(json(get(SHOP)).path("id").asString()).isEqualTo("r2");

        comparison("k1", 4, Verdict.INCONCLUSIVE);
        JsonNode compared = json(get(SHOP));
        assertThat(compared.path("id").asString()).isEqualTo("k1");
        assertThat(compared.path("kind").asString()).isEqualTo("compare");
        assertThat(compared.path("exitCode").asInt()).isZero();

        comparison("k1", 5, Verdict.PASS);
        assertThat(json(get(SHOP)).path("verdict").asString()).isEqualTo("PASS");
    }

    @Test
    void a_query_narrows_what_is_meant() throws Exception {
        run(
                "r1",
                "shop",
                1,
                judged(Verdict.FAIL),
                Map.of(
                        Run.COMMIT,
                        "aaaaaaa111",
                        Run.BRANCH,
                        "release/1.4",
                        Run.TARGET,
                        "shop:1.4",
                        "tag.release",
                        "1.4"));
        run("r2", "shop", 2, judged(Verdict.PASS), Map.of(Run.COMMIT, "bbbbbbb222", Run.BRANCH, "main"));
        comparison("k1", 3, Verdict.WARN);

        assertThat(id("?kind=run")).isEqualTo("r2");
        assertThat(id("?kind=compare")).isEqualTo("k1");
        assertThat(id("?commit=AAAAAAA")).isEqualTo("r1");
        assertThat(id("?branch=release%2F1.4")).isEqualTo("r1");
        assertThat(id("?target=shop:1.4&kind=run")).isEqualTo("r1");
        assertThat(id("?tag=release")).isEqualTo("r1");
        assertThat(id("?tag=release%3D1.4")).isEqualTo("r1");
        for (String none : List.of(
                "?commit=ccccccc",
                "?branch=mai",
                "?target=shop:1.5",
                "?tag=release=1.5",
                "?kind=compare&branch=main")) {
            assertThat(get(SHOP + none).statusCode()).as(none).isEqualTo(404);
        }
        assertThat(get(SHOP + "?within=1m").statusCode())
                .as("all of that is old")
                .isEqualTo(404);
        run("r4", "shop", 0, judged(Verdict.PASS), Map.of(), Instant.now());
        assertThat(id("?within=1h")).isEqualTo("r4");
    }

    @Test
    void the_question_of_the_example_for_argo_is_answered() throws Exception {
        String example = Files.readString(Path.of("..", "..", "examples", "kubernetes", "analysis-web.yaml"));
        Matcher url = Pattern.compile("url: \"http://[^/]+([^\"]+)\"").matcher(example);
        assertThat(url.find()).isTrue();
        comparison("k1", 1, Verdict.FAIL, "0123456789abcdef");

        String path = url.group(1).replace("{{args.service}}", "shop");
        HttpResponse<String> response = get(path.replace("{{args.commit}}", "0123456789abcdef"));

        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(json(response).path("verdict").asString()).isEqualTo("FAIL");
        assertThat(get(path.replace("{{args.commit}}", "fedcba9876543210")).statusCode())
                .isEqualTo(404);
    }

    @Test
    void nothing_stored_is_404_with_a_sentence() throws Exception {
        HttpResponse<String> response = get("/v1/services/c%61rt%20%2F%E2%80%AE/verdict?kind=compare&commit=0123456");

        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(error(response))
                .isEqualTo("no verdict is stored of service \"cart /\\u202E\", comparisons, commit \"0123456\"");
        assertThat(Schemas.errors("verdict", response.body())).isEmpty();
    }

    @Test
    void wrong_queries_are_400_with_what_is_right() throws Exception {
        Map<String, String> wrong = new LinkedHashMap<>();
        wrong.put("?kind=bench", "there are run and compare");
        wrong.put("?commit=HEAD", "expected a hash of 7 to 64 hexadecimal digits");
        wrong.put("?within=soon", "as in 30m or 6h");
        wrong.put("?within=99999999d", "as in 30m or 6h");
        wrong.put("?verdict=PASS", "is no parameter; there are kind, commit, branch, tag, target, within");
        wrong.put("?branch=", "branch has no value");
        wrong.put("?branch=a&branch=b", "branch is given twice");
        wrong.put("?branch=a&", "is no parameter");
        for (Map.Entry<String, String> one : wrong.entrySet()) {
            HttpResponse<String> response = get(SHOP + one.getKey());
            assertThat(response.statusCode()).as(one.getKey()).isEqualTo(400);
            assertThat(error(response)).contains(one.getValue());
        }
        assertThat(get(SHOP + "?branch=" + "a".repeat(5000)).statusCode()).isEqualTo(414);
    }

    @Test
    void it_only_answers() throws Exception {
        for (String method : List.of("POST", "PUT", "DELETE", "HEAD")) {
            HttpResponse<String> response = send(request(SHOP)
                    .method(
                            method,
                            method.equals("HEAD")
                                    ? BodyPublishers.noBody()
                                    : BodyPublishers.ofString("x".repeat(10_000))));
            assertThat(response.statusCode()).as(method).isEqualTo(405);
            assertThat(response.headers().firstValue("Allow")).contains("GET");
        }
        assertThat(send(request(SHOP).method("GET", BodyPublishers.ofString("x".repeat(10_000))))
                        .statusCode())
                .isEqualTo(413);
        for (String other :
                List.of("/", "/v1/services", "/v1/services/shop", "/v1/services/a/b/verdict", "/healthz/x")) {
            assertThat(get(other).statusCode()).as(other).isEqualTo(404);
        }
        HttpResponse<String> health = get("/healthz");
        assertThat(health.statusCode()).isEqualTo(200);
        assertThat(Schemas.errors("verdict", health.body())).isEmpty();
    }

    @Test
    void with_a_token_nothing_but_its_health_is_told_without() throws Exception {
        run("r1", "shop", 1, judged(Verdict.PASS), Map.of());
        server.close();
        server = server(verdicts(List.of()), TOKEN, null);

        HttpResponse<String> without = get(SHOP);
        assertThat(without.statusCode()).isEqualTo(401);
        assertThat(without.headers().firstValue("WWW-Authenticate")).contains("Bearer");
        assertThat(without.body()).doesNotContain("PASS", TOKEN);
        assertThat(get("/v1/services").statusCode()).isEqualTo(401);
        for (String wrong : List.of("Bearer " + TOKEN + "x", "Bearer", "Basic " + TOKEN, TOKEN)) {
            assertThat(send(request(SHOP).header("Authorization", wrong)).statusCode())
                    .as(wrong)
                    .isEqualTo(401);
        }
        assertThat(send(request(SHOP).header("Authorization", "Bearer " + TOKEN))
                        .statusCode())
                .isEqualTo(200);
        assertThat(get("/healthz").statusCode()).isEqualTo(200);
    }

    /** Heads are read before any token is looked at. */
    @Test
    void callers_that_never_finish_their_request_stop_nobody_else() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 64; i++) {
                Socket socket = new Socket(
                        server.address().getAddress(), server.address().getPort());
                slow.add(socket);
                socket.getOutputStream()
                        .write("GET /healthz HTTP/1.1\r\nHost: x\r\n".getBytes(StandardCharsets.US_ASCII));
                socket.getOutputStream().flush();
            }

            // Without the limit, the client would ask again when the server has given up the slow ones.
            HttpRequest health = HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:" + server.address().getPort() + "/healthz"))
                    .timeout(Duration.ofSeconds(20))
                    .build();
            for (int i = 0; i < 3; i++) {
                assertThat(client.send(health, BodyHandlers.ofString()).statusCode())
                        .isEqualTo(200);
            }
            assertThat(slow).allMatch(socket -> !socket.isClosed());
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    /** A page on the web may give its own name the address of this machine. */
    @Test
    void without_a_token_it_answers_to_no_other_name_than_this_machines() throws Exception {
        run("r1", "shop", 1, Examples.passing().judgement(), Map.of());
        int port = server.address().getPort();

        for (String host : List.of("localhost:" + port, "127.0.0.1:" + port, "[::1]:" + port, "LOCALHOST")) {
            assertThat(asked(SHOP, host)).as(host).startsWith("HTTP/1.1 200");
        }
        for (String host : List.of("evil.example:" + port, "127.0.0.1.evil.example", "", "localhost.evil.example")) {
            assertThat(asked(SHOP, host)).as(host).startsWith("HTTP/1.1 421");
        }
        assertThat(asked("/healthz", "evil.example")).startsWith("HTTP/1.1 200");
    }

    private String asked(String path, String host) throws IOException {
        try (Socket socket =
                new Socket(server.address().getAddress(), server.address().getPort())) {
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void a_report_has_an_address_where_reports_are_published() throws Exception {
        run("r1", "shop/ä b", 1, judged(Verdict.PASS), Map.of());
        server.close();
        server = server(verdicts(List.of()), null, "https://reports.example/{service}/{id}?c={commit}");

        assertThat(json(get("/v1/services/shop%2F%C3%A4%20b/verdict"))
                        .path("report")
                        .asString())
                .isEqualTo("https://reports.example/shop%2F%C3%A4%20b/r1?c=");
    }

    @Test
    void one_that_serves_some_services_knows_no_others() throws Exception {
        run("r1", "shop", 1, judged(Verdict.PASS), Map.of());
        server.close();
        server = server(verdicts(List.of("cart")), null, null);

        assertThat(get(SHOP).statusCode()).isEqualTo(404);
    }

    @Test
    void a_history_that_cannot_be_told_now_is_503_and_a_bug_is_500() throws Exception {
        server.close();
        server = server(
                query -> {
                    throw new SharedCopies.NotRead("the shared history cannot be read: \u001b[31mno");
                },
                null,
                null);
        HttpResponse<String> later = get(SHOP);
        assertThat(later.statusCode()).isEqualTo(503);
        assertThat(later.headers().firstValue("Retry-After")).contains("5");
        assertThat(error(later)).isEqualTo("the shared history cannot be read: \\u001B[31mno");
        server.close();
        server = server(
                query -> {
                    throw new IllegalStateException("secret");
                },
                null,
                null);

        HttpResponse<String> bug = get(SHOP);

        assertThat(bug.statusCode()).isEqualTo(500);
        assertThat(bug.body()).doesNotContain("secret");
        assertThat(warnings).singleElement().asString().contains("secret");
        assertThat(get("/healthz").statusCode()).as("it goes on").isEqualTo(200);
    }

    private VerdictServer server(VerdictServer.Source source, String token, String report) throws IOException {
        return new VerdictServer(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), source, token, report, warnings::add);
    }

    private NewestVerdicts verdicts(List<String> services) {
        return new NewestVerdicts(history, null, services, Duration.ZERO, warnings::add);
    }

    private void run(String id, String service, int second, Judgement judgement, Map<String, String> context) {
        run(id, service, second, judgement, context, JUDGED.plusSeconds(second));
    }

    private void run(
            String id, String service, int second, Judgement judgement, Map<String, String> context, Instant judged) {
        history.save(with(StoredRuns.of(service, id, StoredRuns.START.plusSeconds(second)), context));
        history.saveVerdict(id, judgement, judged);
    }

    private static ProfiledRun with(ProfiledRun like, Map<String, String> context) {
        Run run = like.run();
        return new ProfiledRun(
                new Run(
                        run.id(),
                        run.service(),
                        run.started(),
                        run.runtime(),
                        run.cpus(),
                        context,
                        run.fingerprint(),
                        run.trials(),
                        run.seconds(),
                        run.warnings()),
                like.trials());
    }

    private void comparison(String key, int second, Verdict verdict) {
        comparison(key, second, verdict, "0a1b2c");
    }

    private void comparison(String key, int second, Verdict verdict, String commit) {
        Comparisons comparisons = new Comparisons(history, warnings::add);
        String pair = "p" + second;
        comparisons.save(
                key,
                pair,
                new Pair(1, List.of(Arm.BASELINE, Arm.CANDIDATE), null, List.of()),
                StoredRuns.run(pair + "-baseline", StoredRuns.START.plusSeconds(second), "17"),
                with(
                        StoredRuns.run(pair + "-candidate", StoredRuns.START.plusSeconds(second), "17"),
                        Map.of(Run.COMMIT, commit)));
        comparisons.saveVerdict(key, judged(verdict), JUDGED.plusSeconds(second), Looks.DEFAULT);
    }

    private static Judgement judged(Verdict verdict) {
        return new Judgement(verdict, List.of(), List.of(), Map.of());
    }

    private String id(String query) throws Exception {
        HttpResponse<String> response = get(SHOP + query);
        assertThat(response.statusCode()).as(query + ": " + response.body()).isEqualTo(200);
        return json(response).path("id").asString();
    }

    private static String error(HttpResponse<String> response) {
        return json(response).path("error").asString();
    }

    private static JsonNode json(HttpResponse<String> response) {
        return JsonMapper.shared().readTree(Optional.ofNullable(response.body()).orElse(""));
    }

    private HttpResponse<String> get(String path) throws Exception {
        return send(request(path));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://" + ListenAddress.text(server.address()) + path));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), BodyHandlers.ofString());
    }
}
