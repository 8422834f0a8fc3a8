package dev.flamegate.cluster;

import dev.flamegate.targets.BoundedLog;
import dev.flamegate.targets.TargetFailed;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Writes a container's output to a file as it comes. Asks the API server directly: the client's own way first watches
 * the pod, for which the gate would need more rights.
 */
final class PodLog implements AutoCloseable {
    private static final long END_WITHIN_MILLIS = 2_000;

    private final OutputStream out;
    private final Path file;
    private final CountDownLatch end = new CountDownLatch(1);
    private @Nullable InputStream stream;
    private boolean followed;
    private boolean closed;

    PodLog(Path file) {
        this.file = file;
        try {
            out = new BoundedLog(file);
        } catch (IOException e) {
            throw new TargetFailed("the target's log cannot be written: " + e, e);
        }
    }

    Path file() {
        return file;
    }

    /** Starts following a container that has started; only the first call counts. */
    synchronized void follow(Cluster cluster, String pod, String container) {
        if (followed || closed) {
            return;
        }
        followed = true;
        URI uri = URI.create(cluster.address().replaceFirst("/$", "") + "/api/v1/namespaces/" + cluster.namespace()
                + "/pods/" + pod + "/log?container=" + container + "&follow=true");
        Thread thread = new Thread(() -> read(cluster.client().getHttpClient(), uri), "flamegate-pod-log");
        thread.setDaemon(true);
        thread.start();
    }

    private void read(HttpClient client, URI uri) {
        HttpRequest request = client.newHttpRequestBuilder().uri(uri).build();
        try {
            HttpResponse<InputStream> response =
                    client.sendAsync(request, InputStream.class).get();
            try (InputStream in = response.body()) {
                if (response.isSuccessful() && keep(in)) {
                    in.transferTo(out);
                }
            }
        } catch (IOException | ExecutionException e) {
            // The pod has gone, or the disk is full: what was read before is what there is.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            end.countDown();
        }
    }

    private synchronized boolean keep(InputStream in) {
        stream = in;
        return !closed;
    }

    /** Waits a moment for the last lines of a container that has ended. */
    void awaitEnd() {
        synchronized (this) {
            if (!followed) {
                return;
            }
        }
        try {
            end.await(END_WITHIN_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        InputStream in;
        synchronized (this) {
            closed = true;
            in = stream;
        }
        try {
            if (in != null) {
                in.close();
            }
            out.close();
        } catch (IOException e) {
            // Nothing more is written, which is what is wanted.
        }
    }
}
