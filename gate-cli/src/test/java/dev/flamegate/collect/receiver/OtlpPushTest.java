package dev.flamegate.collect.receiver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.collect.Token;
import dev.flamegate.collect.jfr.ProfileCut;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.Hotspots;
import dev.flamegate.profile.StackTrie;
import dev.flamegate.profile.format.Collapsed;
import dev.flamegate.profile.format.OtlpProfile;
import dev.flamegate.profile.format.OtlpReader;
import dev.flamegate.profile.format.ProfileLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What async-profiler really writes as OTLP, posted and in files. */
class OtlpPushTest {
    private static final String PROFILER = "profiler-4.5-cpu.otlp";
    private static final String CONVERTED = "converter-4.5-cpu.otlp";
    private static final String ALLOCATION = "converter-4.5-alloc-total.otlp";
    private static final Window ALL = new Window(Instant.EPOCH, Instant.parse("2100-01-01T00:00:00Z"));

    private final Token token = Token.random();
    private final ProfileReceiver receiver =
            ProfileReceiver.open(new ReceiverOptions(InetAddress.getLoopbackAddress(), token, 1 << 16, 1 << 18, null));

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        receiver.close();
    }

    @Test
    void a_posted_profile_names_the_busy_methods_and_their_threads() throws Exception {
        HttpResponse<byte[]> answer = post(bytes(PROFILER));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/x-protobuf");
        assertThat(answer.body()).isEmpty();
        ProfileCut cut = cut(span(PROFILER).end());
        assertThat(cut.warnings()).isEmpty();
        assertThat(cut.trees()).containsOnlyKeys(ProfileEvent.CPU);
        CallTree cpu = cut.trees().get(ProfileEvent.CPU);
        assertThat(Hotspots.of(cpu)
                        .find("shop.Busy.digest")
                        .orElseThrow()
                        .self()
                        .share())
                .isGreaterThan(0.5);
        Set<String> pools = new TreeSet<>();
        for (int i = 0; i < cpu.sampleCount(); i++) {
            pools.add(cpu.sampleFacet(i).pool());
        }
        // The first thread has been renamed by the time that the profiler writes.
        assertThat(pools).contains("orders-#", "main").noneMatch(pool -> pool.contains("tid"));
        assertThat(cut.quality()).singleElement().satisfies(quality -> {
            assertThat(quality.engine()).isEqualTo("otlp");
            assertThat(quality.interval()).isNaN();
        });
    }

    @Test
    void what_the_converter_writes_has_the_weights_that_it_counts_itself() throws Exception {
        Map<String, Long> counted =
                byMethod(Collapsed.read(new String(bytes("cpu.collapsed"), StandardCharsets.UTF_8)));

        post(bytes(CONVERTED));
        Map<String, Long> pushed = byMethod(cut(span(CONVERTED).end()).trees().get(ProfileEvent.CPU));
        assertThat(pushed.keySet()).isEqualTo(counted.keySet());
        counted.forEach((method, samples) -> assertThat(pushed).containsEntry(method, samples * 10_000_000));

        assertThat(byMethod(single(CONVERTED))).isEqualTo(pushed);
        assertThat(byMethod(single("converter-4.5-cpu-total.otlp"))).isEqualTo(pushed);
        assertThat(OtlpReader.read(bytes(ALLOCATION), ProfileLimits.USUAL)
                        .events()
                        .get(ProfileEvent.ALLOC)
                        .weight())
                .as("the sum of alloc=512k that the converter writes as collapsed stacks")
                .isEqualTo(242_221_056);
    }

    @Test
    void samples_with_times_fall_into_their_window_and_sums_by_its_share() throws Exception {
        post(bytes(CONVERTED));
        Span times = span(CONVERTED);
        ProfileCut whole = cut(times.end());
        assertThat(inHalves(times, whole)).isEqualTo(weight(whole));

        post(bytes(PROFILER));
        Span sums = span(PROFILER);
        ProfileCut half = cut(new Window(sums.start(), sums.middle()), sums.end());
        ProfileCut all = cut(new Window(sums.start(), sums.end()), sums.end());
        assertThat(weight(half) / (double) weight(all)).isBetween(0.49, 0.51);
    }

    private long inHalves(Span span, ProfileCut whole) throws InterruptedException {
        ProfileCut first = cut(new Window(span.start().minusSeconds(1), span.middle()), span.end());
        ProfileCut second = cut(new Window(span.middle(), span.end().plusSeconds(1)), span.end());
        assertThat(weight(first)).isPositive().isLessThan(weight(whole));
        return weight(first) + weight(second);
    }

    @Test
    void gzip_is_read_and_a_bomb_and_a_large_body_are_refused() throws Exception {
        assertThat(post(zipped(bytes(PROFILER))).statusCode()).isEqualTo(200);
        assertThat(cut(span(PROFILER).end()).trees()).containsKey(ProfileEvent.CPU);
        assertThat(post(zipped(new byte[1 << 20])).statusCode()).isEqualTo(413);
        assertThat(post(new byte[1 << 17]).statusCode()).isEqualTo(413);
        assertThat(ids()).containsExactly("profile-too-large", "profile-too-large");
    }

    @Test
    void without_the_token_or_as_json_it_is_refused() throws Exception {
        assertThat(post(bytes(PROFILER), "application/x-protobuf", Token.random())
                        .statusCode())
                .isEqualTo(401);
        HttpResponse<byte[]> json = post("{}".getBytes(StandardCharsets.UTF_8), "application/json", token);
        assertThat(json.statusCode()).isEqualTo(415);
        assertThat(new String(json.body(), StandardCharsets.UTF_8)).contains("http/protobuf");
        assertThat(ids()).containsExactly("no-profile");
    }

    @Test
    void a_damaged_message_is_a_warning_and_the_next_is_taken() throws Exception {
        byte[] cutOff = Arrays.copyOf(bytes(PROFILER), 1_000);
        assertThat(post(cutOff).statusCode()).isEqualTo(200);
        post(bytes(PROFILER));
        ProfileCut cut = cut(span(PROFILER).end());
        assertThat(cut.warnings()).extracting(Warning::id).containsExactly("profile-unreadable");
        assertThat(cut.trees()).containsKey(ProfileEvent.CPU);
    }

    @Test
    void what_is_counted_but_not_weighed_is_named() throws Exception {
        String wrong = new String(bytes(ALLOCATION), StandardCharsets.ISO_8859_1).replace("allocations", "exceptions!");
        post(wrong.getBytes(StandardCharsets.ISO_8859_1));
        post(bytes(PROFILER));
        ProfileCut cut = cut(span(PROFILER).end());
        assertThat(cut.warnings()).extracting(Warning::id).containsExactly("profile-not-measured");
        assertThat(cut.warnings().get(0).message()).contains("exceptions!");
        assertThat(cut.trees()).containsOnlyKeys(ProfileEvent.CPU);
    }

    @Test
    void where_the_agent_profiles_too_its_profiles_count() throws Exception {
        byte[] push = Pushes.body(Pushes.STEADY);
        HttpRequest agent = request("/ingest?format=jfr", push, Pushes.type(push), token);
        HttpClient.newHttpClient().send(agent, HttpResponse.BodyHandlers.ofByteArray());
        post(bytes(PROFILER));
        ProfileCut both = cut(span(PROFILER).end());

        assertThat(both.warnings()).extracting(Warning::id).contains("profile-twice");
        assertThat(Hotspots.of(both.trees().get(ProfileEvent.CPU)).find("shop.Busy.digest"))
                .isEmpty();
    }

    @Test
    void the_variables_of_the_signal_say_where_to_push() throws Exception {
        Map<String, String> variables = receiver.otlpEnvironment("::1", 99);
        assertThat(variables)
                .containsEntry("OTEL_EXPORTER_OTLP_PROFILES_ENDPOINT", "http://[::1]:99/v1development/profiles")
                .containsEntry("OTEL_EXPORTER_OTLP_PROFILES_HEADERS", "X-Flamegate-Token=" + token.hex())
                .containsEntry("OTEL_EXPORTER_OTLP_PROFILES_PROTOCOL", "http/protobuf");
    }

    private static long weight(ProfileCut cut) {
        CallTree cpu = cut.trees().get(ProfileEvent.CPU);
        return cpu == null ? 0 : cpu.weight();
    }

    private static Map<String, Long> byMethod(CallTree tree) {
        Map<String, Long> weights = new TreeMap<>();
        Hotspots.of(tree)
                .methods()
                .forEach(method ->
                        weights.put(method.name(), Math.round(method.total().candidate())));
        return weights;
    }

    private CallTree single(String name) throws IOException {
        return OtlpReader.read(bytes(name), ProfileLimits.USUAL).events().get(ProfileEvent.CPU);
    }

    private ProfileCut cut(Instant end) throws InterruptedException {
        return cut(ALL, end);
    }

    private ProfileCut cut(Window window, Instant end) throws InterruptedException {
        assertThat(receiver.awaitCovering(end, Duration.ofSeconds(120))).isTrue();
        return receiver.profiles(window, Double.NaN);
    }

    private List<String> ids() {
        return receiver.profiles(ALL, Double.NaN).warnings().stream()
                .map(Warning::id)
                .toList();
    }

    private HttpResponse<byte[]> post(byte[] body) throws IOException, InterruptedException {
        return post(body, "application/x-protobuf", token);
    }

    private HttpResponse<byte[]> post(byte[] body, String type, Token with) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(request("/v1development/profiles", body, type, with), HttpResponse.BodyHandlers.ofByteArray());
    }

    private HttpRequest request(String path, byte[] body, String type, Token with) {
        return HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + receiver.address().getPort() + path))
                .timeout(Duration.ofSeconds(120))
                .header("Content-Type", type)
                .header("X-Flamegate-Token", with.hex())
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
    }

    private static byte[] zipped(byte[] plain) throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(zipped)) {
            zip.write(plain);
        }
        return zipped.toByteArray();
    }

    private static byte[] bytes(String name) throws IOException {
        try (InputStream in = OtlpPushTest.class.getResourceAsStream("/otlp/" + name)) {
            return in.readAllBytes();
        }
    }

    /** When a profile says it was taken. */
    private static Span span(String name) throws IOException {
        List<Span> spans = new ArrayList<>();
        OtlpReader.read(bytes(name), new StackTrie(), ProfileLimits.USUAL, new OtlpProfile.Visitor() {
            @Override
            public void begin(OtlpProfile profile) {
                spans.add(new Span(
                        Instant.ofEpochSecond(0, profile.start()),
                        Instant.ofEpochSecond(0, profile.start() + profile.duration())));
            }

            @Override
            public void sample(int node, Facet facet, long at, long span, long weight) {
                assertThat(weight).isPositive();
            }
        });
        return spans.get(0);
    }

    private record Span(Instant start, Instant end) {
        Instant middle() {
            return start.plusNanos(Duration.between(start, end).toNanos() / 2);
        }
    }
}
