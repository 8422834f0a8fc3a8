package dev.flamegate.collect.prometheus;

import dev.flamegate.collect.CollectionFailed;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Fetches a target's exposition; asks for protocol buffers first, for the sake of native histograms. */
public final class Scraper {
    private static final String ACCEPT = "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;"
            + "encoding=delimited;q=0.9,application/openmetrics-text;version=1.0.0;q=0.6,text/plain;version=0.0.4;q=0.4";
    private static final int MOST_BYTES = 64 << 20;

    private final HttpClient client;
    private final URI address;
    private final Duration limit;

    /**
     * A scraper of one endpoint.
     *
     * @param address such as {@code http://127.0.0.1:8080/metrics}
     * @param limit time for one scrape as a whole
     */
    public Scraper(URI address, Duration limit) {
        this.address = address;
        this.limit = limit;
        client = HttpClient.newBuilder()
                .connectTimeout(limit)
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build();
    }

    /**
     * Scrapes now.
     *
     * @throws CollectionFailed when the target does not answer in time, or with something that is no exposition
     */
    public Scrape scrape() throws InterruptedException {
        Instant at = Instant.now();
        HttpRequest request = HttpRequest.newBuilder(address)
                .header("Accept", ACCEPT)
                .timeout(limit)
                .build();
        HttpResponse<InputStream> response =
                await(client.sendAsync(request, HttpResponse.BodyHandlers.ofInputStream()));
        byte[] body = body(response);
        if (response.statusCode() != 200) {
            throw new CollectionFailed("The target's metrics at " + address + " answer with status "
                    + response.statusCode() + ". Is target.metrics in the plan the right path?");
        }
        String type = response.headers().firstValue("Content-Type").orElse("");
        try {
            return new Scrape(at, read(type, body));
        } catch (IllegalArgumentException e) {
            throw new CollectionFailed(
                    "The target's metrics at " + address + " (" + type + ") cannot be read: " + e.getMessage(), e);
        }
    }

    private static List<Family> read(String type, byte[] body) {
        return type.startsWith("application/vnd.google.protobuf")
                ? ProtobufExposition.read(body)
                : TextExposition.read(new String(body, StandardCharsets.UTF_8));
    }

    /** The client's own time limit ends with the headers, so the body is read under one of ours. */
    private byte[] body(HttpResponse<InputStream> response) throws InterruptedException {
        InputStream in = response.body();
        try (in) {
            byte[] body = await(CompletableFuture.supplyAsync(() -> readBounded(in)));
            if (body.length > MOST_BYTES) {
                throw new CollectionFailed("The target's metrics at " + address + " are larger than "
                        + (MOST_BYTES >> 20) + " MiB. Does each request make a label of its own?");
            }
            return body;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private byte[] readBounded(InputStream in) {
        try {
            return in.readNBytes(MOST_BYTES + 1);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private <T> T await(CompletableFuture<T> future) throws InterruptedException {
        try {
            return future.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            future.cancel(true);
            throw failed(new IOException("no answer within " + limit.toMillis() + " ms", e));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof CollectionFailed known) {
                throw known;
            }
            throw failed(e.getCause() == null ? e : e.getCause());
        }
    }

    private CollectionFailed failed(Throwable cause) {
        String reason = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        return new CollectionFailed(
                "The target's metrics at " + address + " do not answer: " + reason
                        + ". Does the target run, and is target.metrics in the plan the right path?",
                cause);
    }
}
