package dev.flamegate.targets.container;

import dev.flamegate.targets.LogTail;
import dev.flamegate.targets.TargetFailed;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;

/** Waits until something in a container answers over HTTP. */
final class HttpReady {
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(2);
    private static final Duration POLL = Duration.ofMillis(25);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(ANSWER_WITHIN)
            .build();

    /**
     * Asks until the status is below 400.
     *
     * @param who for messages, such as "the target"
     * @param advice what to check when it never is
     * @param alive throws when it has ended
     * @throws TargetFailed when it has ended or is not ready in time
     */
    void await(String who, URI uri, Duration within, Path log, String advice, Runnable alive)
            throws InterruptedException {
        long deadline = System.nanoTime() + within.toNanos();
        String last = "nothing answered";
        do {
            alive.run();
            try {
                int status = http.send(
                                HttpRequest.newBuilder(uri)
                                        .timeout(ANSWER_WITHIN)
                                        .build(),
                                HttpResponse.BodyHandlers.discarding())
                        .statusCode();
                if (status < 400) {
                    return;
                }
                last = "the last answer was " + status;
            } catch (IOException e) {
                last = "the last attempt ended with " + e;
            }
            Thread.sleep(POLL.toMillis());
        } while (System.nanoTime() < deadline);
        throw new TargetFailed(who + " was not ready within " + within.toSeconds() + " s: GET " + uri + ", " + last
                + ".\n" + advice + "\n" + LogTail.of(log));
    }
}
