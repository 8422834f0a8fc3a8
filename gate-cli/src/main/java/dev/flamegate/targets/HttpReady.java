package dev.flamegate.targets;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Waits until a service answers over HTTP with a status below 400. */
public final class HttpReady {
    /**
     * A connection that was made too early may lead elsewhere for ever: to the network beyond a cluster that did not
     * know its new Service yet, or to the proxy that answers for a service which is not there.
     */
    private static final Duration RECONNECT_AFTER = Duration.ofSeconds(1);

    private final String who;
    private final URI uri;
    private final String advice;
    private final @Nullable Path log;
    private final Duration answerWithin;
    private final Duration poll;

    private HttpReady(String who, URI uri, String advice, @Nullable Path log, Duration answerWithin, Duration poll) {
        this.who = who;
        this.uri = uri;
        this.advice = advice;
        this.log = log;
        this.answerWithin = answerWithin;
        this.poll = poll;
    }

    /**
     * A service that the gate has started: it is asked often, since its start is measured.
     *
     * @param who for messages, such as "the target"
     * @param advice what to check when it does not become ready
     * @param log whose end is shown then
     */
    public static HttpReady started(String who, URI uri, String advice, Path log) {
        return new HttpReady(who, uri, advice, log, Duration.ofSeconds(2), Duration.ofMillis(25));
    }

    /** A service that was started elsewhere, perhaps far away; see {@link #started}. */
    public static HttpReady attached(String who, URI uri, String advice) {
        return new HttpReady(who, uri, advice, null, Duration.ofSeconds(5), Duration.ofMillis(200));
    }

    /**
     * Asks at least once, until the service is ready.
     *
     * @param startNanos when the time begins, by {@link System#nanoTime}
     * @param alive throws when the service has ended
     * @throws TargetFailed when it has ended or is not ready in time
     */
    public void await(long startNanos, Duration within, Runnable alive) throws InterruptedException {
        String last;
        HttpClient http = client();
        long connectedNanos = System.nanoTime();
        do {
            alive.run();
            if (System.nanoTime() - connectedNanos > RECONNECT_AFTER.toNanos()) {
                http = client();
                connectedNanos = System.nanoTime();
            }
            try {
                int status = ask(http);
                if (status < 400) {
                    return;
                }
                last = "the last answer was " + status;
            } catch (ExecutionException e) {
                last = "the last attempt ended with " + e.getCause();
            } catch (TimeoutException e) {
                last = "the last answer had not ended after " + answerWithin.toSeconds() + " s";
            }
            Thread.sleep(poll.toMillis());
        } while (System.nanoTime() - startNanos < within.toNanos());
        throw new TargetFailed(who + " was not ready within " + within.toSeconds() + " s: GET " + uri + ", " + last
                + ".\n" + advice + (log == null ? "" : "\n" + LogTail.of(log)));
    }

    private HttpClient client() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(answerWithin)
                .build();
    }

    /** The status of one answer. Reading it has a time limit too: a request's own timeout ends with the head. */
    private int ask(HttpClient http) throws InterruptedException, ExecutionException, TimeoutException {
        HttpRequest request = HttpRequest.newBuilder(uri).timeout(answerWithin).build();
        CompletableFuture<HttpResponse<Void>> answer = http.sendAsync(request, HttpResponse.BodyHandlers.discarding());
        try {
            return answer.get(answerWithin.toMillis(), TimeUnit.MILLISECONDS).statusCode();
        } finally {
            answer.cancel(true); // closes the connection if the answer has not ended
        }
    }
}
