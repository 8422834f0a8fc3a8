package dev.flamegate.targets;

import dev.flamegate.plan.TargetSpec;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;

/** A service that somebody else runs: it is asked whether it is ready, and otherwise left alone. */
public final class AttachedTarget implements Target {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(5);

    private final URI baseUrl;
    private final TargetSpec.Ready ready;
    private final Path work;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(ANSWER_WITHIN)
            .build();

    /**
     * A service at a URL.
     *
     * @param work folder of this trial's logs, among which it has none
     */
    public AttachedTarget(URI baseUrl, TargetSpec.Ready ready, Path work) {
        this.baseUrl = baseUrl;
        this.ready = ready;
        this.work = work;
    }

    @Override
    public URI baseUrl() {
        return baseUrl;
    }

    @Override
    public long pid() {
        return -1;
    }

    /** NaN: it was started before. */
    @Override
    public double awaitReady() throws InterruptedException {
        String base = baseUrl.toString();
        URI uri = URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + ready.path());
        long deadline = System.nanoTime() + ready.within().toNanos();
        String last;
        do {
            try {
                int status = http.send(
                                HttpRequest.newBuilder(uri)
                                        .timeout(ANSWER_WITHIN)
                                        .build(),
                                HttpResponse.BodyHandlers.discarding())
                        .statusCode();
                if (status < 400) {
                    return Double.NaN;
                }
                last = "the last answer was " + status;
            } catch (IOException e) {
                last = "the last attempt ended with " + e;
            }
            Thread.sleep(POLL.toMillis());
        } while (System.nanoTime() < deadline);
        throw new TargetFailed("the service at " + baseUrl + " was not ready within "
                + ready.within().toSeconds() + " s: GET " + uri + ", " + last
                + ".\nIs it running, is target: url right, and target: ready: path?");
    }

    /** Nothing is known of its process; when it is gone, requests fail. */
    @Override
    public void checkAlive() {}

    @Override
    public Path log() {
        return work.resolve("target.log");
    }

    @Override
    public void close() {
        // It goes on running.
    }
}
