package dev.flamegate.sample.scenario;

import dev.flamegate.sample.http.Answer;
import dev.flamegate.sample.http.Request;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * All stages in one thread. Messages are read, their JSON parsed, the content decompressed, its URL parameters parsed,
 * and the result encoded: in the field report 1,500 messages a second and no more, however many came in, because one
 * thread did it all. While it waits for the next message, the previous one is not parsed. The fix gives each stage its
 * own threads. Seconds per stage, which the service counts, show which stage is the slow one.
 */
final class SerialPipeline extends Scenario {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int BATCH = 10;
    private static final int PARAMETERS = 300;
    private static final int THREADS_PER_STAGE = 8;

    private static final long READ_MS = 2;

    /** Work of a stage. */
    private interface Work {
        String on(String text) throws InterruptedException;
    }

    private enum Stage {
        READ,
        PARSE,
        DECOMPRESS,
        PARAMETERS,
        ENCODE
    }

    private final Map<Stage, ExecutorService> pools = new EnumMap<>(Stage.class);
    private final Map<Stage, Work> work = new EnumMap<>(Map.of(
            Stage.READ, SerialPipeline::read,
            Stage.PARSE, SerialPipeline::payload,
            Stage.DECOMPRESS, Lzw::decompress,
            Stage.PARAMETERS, SerialPipeline::parameters,
            Stage.ENCODE, SerialPipeline::encode));
    private final Counter seconds;
    private final String message;

    SerialPipeline(boolean fixed, PrometheusRegistry metrics) {
        super("serial-pipeline");
        seconds = Counter.builder()
                .name("pipeline_stage_seconds")
                .help("Time spent in a stage")
                .labelNames("stage")
                .register(metrics);
        message = JSON.writeValueAsString(Map.of("id", 7, "payload", Lzw.compress(query())));
        ExecutorService all = Threads.fixed(1, "pipeline-");
        for (Stage stage : Stage.values()) {
            pools.put(stage, fixed ? Threads.fixed(THREADS_PER_STAGE, name(stage) + "-") : all);
        }
        if (fixed) {
            all.shutdown();
        }
    }

    @Override
    public Answer answer(Request request) {
        List<CompletableFuture<String>> messages = new ArrayList<>();
        for (int i = 0; i < BATCH; i++) {
            CompletableFuture<String> at = CompletableFuture.completedFuture(message);
            for (Stage stage : Stage.values()) {
                at = at.thenApplyAsync(text -> timed(stage, text), pool(stage));
            }
            messages.add(at);
        }
        int hash = 0;
        for (CompletableFuture<String> done : messages) {
            hash = 31 * hash + done.join().hashCode();
        }
        return Answer.json(200, Map.of("messages", BATCH, "hash", hash));
    }

    private ExecutorService pool(Stage stage) {
        return Objects.requireNonNull(pools.get(stage));
    }

    private String timed(Stage stage, String text) {
        long start = System.nanoTime();
        try {
            return Objects.requireNonNull(work.get(stage)).on(text);
        } catch (InterruptedException e) {
            throw new CompletionException(e);
        } finally {
            seconds.labelValues(name(stage)).inc((System.nanoTime() - start) / 1e9);
        }
    }

    /** The source of messages, a slow one. */
    private static String read(String text) throws InterruptedException {
        Thread.sleep(READ_MS);
        return text;
    }

    private static String payload(String text) {
        JsonNode read = JSON.readTree(text);
        return read.path("payload").asString();
    }

    private static String parameters(String text) {
        Map<String, String> found = new TreeMap<>();
        for (String pair : text.split("&", -1)) {
            String[] parts = pair.split("=", 2);
            found.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
        }
        return found.toString();
    }

    private static String encode(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String query() {
        StringBuilder query = new StringBuilder("first=begin");
        for (int i = 0; i < PARAMETERS; i++) {
            query.append("&parameter").append(i).append("=some%20value%20of%20").append(i * 37);
        }
        return query.toString();
    }

    private static String name(Stage stage) {
        return stage.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public void close() {
        pools.values().forEach(ExecutorService::shutdownNow);
    }
}
