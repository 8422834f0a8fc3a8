package dev.flamegate.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.flamegate.targets.TargetFailed;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.WebSocket;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A port of this machine's loopback address that leads to a port of a pod, through the API server: each connection is a
 * separate WebSocket, in Kubernetes' protocol {@value #PROTOCOL}.
 *
 * <p>The client library has such forwards, but they lose what they read while a message is still on its way, which is
 * almost never on one machine and often over a network, and they do not end a connection that has ended here.
 */
final class PortForward implements AutoCloseable {
    private static final String PROTOCOL = "v4.channel.k8s.io";

    /** Data and errors; the first message on each says its port. */
    private static final int CHANNELS = 2;

    private static final byte DATA = 0;
    private static final int PART = 32 * 1024;
    private static final int CONNECT_WITHIN_SECONDS = 10;

    /** The time between two looks at whether a message was sent. */
    private static final long LOOK_NANOS = 200_000;

    private static final int ENDED = 1000;

    private final KubernetesClient client;
    private final URI uri;
    private final ServerSocket server;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final Thread accepting;
    private volatile @Nullable String problem;

    private PortForward(KubernetesClient client, URI uri, ServerSocket server) {
        this.client = client;
        this.uri = uri;
        this.server = server;
        accepting = start(this::accept);
    }

    /**
     * Listens; the pod and the port inside it need not exist yet.
     *
     * @param inPod 1 to 65535
     * @param here likewise; 0 for any that is free
     * @throws TargetFailed when it cannot listen here
     */
    static PortForward open(Cluster cluster, String pod, int inPod, int here) {
        KubernetesClient client = cluster.client();
        URI uri = URI.create(client.getMasterUrl().toString().replaceFirst("/*$", "/"))
                .resolve("api/v1/namespaces/" + cluster.namespace() + "/pods/" + pod + "/portforward?ports=" + inPod);
        try {
            return new PortForward(client, uri, new ServerSocket(here, 0, InetAddress.getLoopbackAddress()));
        } catch (IOException e) {
            throw new TargetFailed(
                    "port " + here + " of this machine cannot be forwarded to port " + inPod + " of the pod: " + e, e);
        }
    }

    /** The local port that leads to the pod. */
    int port() {
        return server.getLocalPort();
    }

    /**
     * The reason why the last failed connection did not get through, in the words of the cluster; empty while none
     * failed.
     */
    Optional<String> problem() {
        return Optional.ofNullable(problem).filter(text -> !text.isBlank());
    }

    private static Thread start(Runnable task) {
        Thread thread = new Thread(task, "flamegate-forward");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                open.add(socket);
                if (server.isClosed()) {
                    close(socket); // close() may have come before it was among those that are open
                } else {
                    start(() -> forward(socket));
                }
            } catch (IOException e) {
                // It was closed, or a connection ended before it began.
            }
        }
    }

    private void forward(Socket socket) {
        CompletableFuture<WebSocket> connecting = client.getHttpClient()
                .newWebSocketBuilder()
                .uri(uri)
                .subprotocol(PROTOCOL)
                .connectTimeout(CONNECT_WITHIN_SECONDS, TimeUnit.SECONDS)
                .buildAsync(new Remote(socket));
        try {
            socket.setTcpNoDelay(true);
            send(socket, connecting.get(CONNECT_WITHIN_SECONDS, TimeUnit.SECONDS));
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            problem = cause == null ? e.toString() : cause.getMessage();
        } catch (TimeoutException e) {
            problem = "no connection within " + CONNECT_WITHIN_SECONDS + " s";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            // Either end has closed.
        } finally {
            close(socket);
            connecting.thenAccept(remote -> remote.sendClose(ENDED, ""));
        }
    }

    /** Sends the socket's bytes to their end, each message only after the last was sent: earlier ones are refused. */
    private static void send(Socket socket, WebSocket remote) throws IOException {
        InputStream in = socket.getInputStream();
        byte[] message = new byte[1 + PART];
        message[0] = DATA;
        for (int read = in.read(message, 1, PART); read >= 0; read = in.read(message, 1, PART)) {
            if (!remote.send(ByteBuffer.wrap(message, 0, 1 + read))) {
                throw new IOException("the connection to the cluster has ended");
            }
            while (remote.queueSize() > 0 && !socket.isClosed()) {
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
    }

    private void close(Socket socket) {
        open.remove(socket);
        try {
            socket.close();
        } catch (IOException e) {
            // It is gone already.
        }
    }

    /** Closes the port and its connections. The port is free afterwards. */
    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            // It no longer listens, which is the aim.
        }
        open.forEach(this::close);
        try {
            accepting.join(); // the system has the port until the thread has left accept()
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Receives the pod's messages, one at a time. */
    private final class Remote implements WebSocket.Listener {
        private final Socket socket;
        private int messages;

        private Remote(Socket socket) {
            this.socket = socket;
        }

        @Override
        public void onMessage(WebSocket remote, ByteBuffer message) {
            messages++;
            if (messages > CHANNELS && message.hasRemaining()) {
                byte channel = message.get();
                byte[] content = new byte[message.remaining()];
                message.get(content);
                if (channel == DATA) {
                    write(content);
                } else {
                    problem = new String(content, UTF_8);
                    close(socket);
                }
            }
            remote.request();
        }

        private void write(byte[] content) {
            try {
                socket.getOutputStream().write(content);
            } catch (IOException e) {
                close(socket);
            }
        }

        @Override
        public void onClose(WebSocket remote, int code, String reason) {
            close(socket);
        }

        @Override
        public void onError(WebSocket remote, Throwable error) {
            problem = error.getMessage();
            close(socket);
        }
    }
}
