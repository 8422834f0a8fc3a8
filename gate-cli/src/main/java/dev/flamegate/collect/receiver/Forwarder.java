package dev.flamegate.collect.receiver;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.http.ApiClient;
import dev.flamegate.collect.http.ApiLimits;
import dev.flamegate.collect.http.Form;
import dev.flamegate.model.Warning;
import dev.flamegate.model.message.ProfileNotice;
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
 * Forwards pushes to a Pyroscope server, one after the other in a separate thread. Nothing waits for it: a push that
 * finds no room in its queue, or that the server does not accept, is counted and reported, and that is all.
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
     * Queues a push.
     *
     * @param query of the push's URL, encoded
     * @param body as received
     */
    void offer(@Nullable String query, String contentType, byte[] body) {
        if (!reserve(body.length)) {
            fail("the server accepts them more slowly than they arrive");
            return;
        }
        try {
            sender.execute(() -> send(query, contentType, body));
        } catch (RejectedExecutionException e) {
            release(body.length);
            fail("the server accepts them more slowly than they arrive");
        }
    }

    private void send(@Nullable String query, String contentType, byte[] body) {
        try {
            client.post("/ingest", relabelled(query), contentType, body).orFail();
        } catch (CollectionFailed | IllegalArgumentException e) {
            fail(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            fail("the gate ended before the server accepted the last of them");
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

    /** Counts a push that is not forwarded; the first reason is the one reported. */
    synchronized void fail(String why) {
        failed++;
        reason = reason == null ? why : reason;
    }

    synchronized Tally tally() {
        return new Tally(offered, failed);
    }

    /** A warning that pushes were lost, with the same text for any number of them, so that it is reported once. */
    synchronized Optional<Warning> warning() {
        return reason == null
                ? Optional.empty()
                : Optional.of(new Warning(
                        ProfileNotice.PROFILE_NOT_FORWARDED,
                        "Not all profiles were forwarded to Pyroscope; those of this measurement are complete: "
                                + reason));
    }

    /** Sends the queued pushes, within a few seconds. */
    @Override
    public void close() {
        sender.shutdown();
        try {
            sender.awaitTermination(LAST_WORD.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        sender.shutdownNow().forEach(task -> fail("the gate ended before the server accepted the last of them"));
    }

    /**
     * The number of pushes that were forwarded to a server.
     *
     * @param offered pushes taken from the agent
     * @param failed those of them that did not reach the server
     */
    record Tally(int offered, int failed) {
        static final Tally NONE = new Tally(0, 0);
    }
}
