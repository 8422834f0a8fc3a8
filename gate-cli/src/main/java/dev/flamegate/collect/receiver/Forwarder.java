package dev.flamegate.collect.receiver;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.http.ApiClient;
import dev.flamegate.collect.http.ApiLimits;
import dev.flamegate.collect.http.Form;
import dev.flamegate.model.Warning;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends pushes on to a Pyroscope server, one after the other in a thread of its own. Nobody waits for it: what finds no
 * room in its queue, or is not taken by the server, is counted and told, and nothing else comes of it.
 */
final class Forwarder implements AutoCloseable {
    private static final int MOST_PUSHES = 64;
    private static final long MOST_BYTES = 64 << 20;
    private static final ApiLimits LIMITS = new ApiLimits(Duration.ofSeconds(10), 3, 1 << 16);
    private static final Duration LAST_WORD = Duration.ofSeconds(3);

    private final Forwarding forwarding;
    private final ApiClient client;
    private final ThreadPoolExecutor sender;
    private long waiting;
    private int offered;
    private int failed;
    private @Nullable String reason;

    Forwarder(Forwarding forwarding) {
        this.forwarding = forwarding;
        client = forwarding.client().with(LIMITS);
        sender = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MOST_PUSHES), task -> {
            Thread thread = new Thread(task, "flamegate-forwarder");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Takes a push over.
     *
     * @param query of the push's address, encoded
     * @param body as it came
     */
    void offer(@Nullable String query, String contentType, byte[] body) {
        if (!reserve(body.length)) {
            fail("the server takes them slower than they come");
            return;
        }
        try {
            sender.execute(() -> send(query, contentType, body));
        } catch (RejectedExecutionException e) {
            release(body.length);
            fail("the server takes them slower than they come");
        }
    }

    private void send(@Nullable String query, String contentType, byte[] body) {
        try {
            client.post("/ingest", relabelled(query), contentType, body).orFail();
        } catch (CollectionFailed | IllegalArgumentException e) {
            fail(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            fail("the gate ended before the server took the last of them");
            Thread.currentThread().interrupt();
        } finally {
            release(body.length);
        }
    }

    private Form relabelled(@Nullable String query) {
        Form form = Form.EMPTY;
        for (String pair : (query == null ? "" : query).split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                String name = decoded(pair.substring(0, equals));
                String value = decoded(pair.substring(equals + 1));
                form = form.and(name, name.equals("name") ? forwarding.name(value) : value);
            }
        }
        return form;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private synchronized boolean reserve(int bytes) {
        offered++;
        if (waiting + bytes > MOST_BYTES) {
            return false;
        }
        waiting += bytes;
        return true;
    }

    private synchronized void release(int bytes) {
        waiting -= bytes;
    }

    /** A push is not forwarded; the first reason is the one told. */
    synchronized void fail(String why) {
        failed++;
        reason = reason == null ? why : reason;
    }

    /** What became of the pushes so far. */
    synchronized ForwardTally tally() {
        return new ForwardTally(offered, failed);
    }

    /** That pushes were lost on the way; the same words however many, so that it is told once. */
    synchronized Optional<Warning> warning() {
        return reason == null
                ? Optional.empty()
                : Optional.of(new Warning(
                        "profile-not-forwarded",
                        "Not all profiles went on to Pyroscope; those of this measurement are whole: " + reason));
    }

    /** Sends what waits, within some seconds. */
    @Override
    public void close() {
        sender.shutdown();
        try {
            sender.awaitTermination(LAST_WORD.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        sender.shutdownNow().forEach(task -> fail("the gate ended before the server took the last of them"));
    }
}
