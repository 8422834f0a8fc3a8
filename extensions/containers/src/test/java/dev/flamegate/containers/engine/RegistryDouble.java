package dev.flamegate.containers.engine;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** A registry with one small image, which it hands out in drops; the engine takes one on loopback without encryption. */
final class RegistryDouble implements AutoCloseable {
    private static final int DROPS = 12;

    private static final int ENCRYPTED = 0x16;

    private final HttpServer server;
    private final ServerSocket front = new ServerSocket(0, 16, InetAddress.getByName("127.0.0.1"));
    private final Map<String, byte[]> blobs = new ConcurrentHashMap<>();
    private final byte[] manifest;
    private final long dropMillis;

    /**
     * Opens one.
     *
     * @param dropMillis time between two drops
     */
    RegistryDouble(long dropMillis) throws Exception {
        this.dropMillis = dropMillis;
        byte[] tar = layer();
        String layer = add(gzip(tar));
        String config =
                add(("{\"architecture\":\"amd64\",\"os\":\"linux\",\"config\":{},\"rootfs\":{\"type\":\"layers\","
                                + "\"diff_ids\":[\"sha256:" + sha256(tar) + "\"]}}")
                        .getBytes(StandardCharsets.UTF_8));
        manifest = ("{\"schemaVersion\":2,\"mediaType\":\"application/vnd.docker.distribution.manifest.v2+json\","
                        + "\"config\":" + described("application/vnd.docker.container.image.v1+json", config)
                        + ",\"layers\":["
                        + described("application/vnd.docker.image.rootfs.diff.tar.gzip", layer) + "]}")
                .getBytes(StandardCharsets.UTF_8);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/v2/", this::answer);
        server.start();
        start(this::accept);
    }

    /** An engine tries encryption first; the server of the JDK would let it wait for an answer to that. */
    private void accept() {
        try {
            while (true) {
                Socket caller = front.accept();
                int first = caller.getInputStream().read();
                if (first == ENCRYPTED || first < 0) {
                    caller.close();
                    continue;
                }
                Socket answerer = new Socket(
                        server.getAddress().getAddress(), server.getAddress().getPort());
                answerer.getOutputStream().write(first);
                start(() -> pipe(caller, answerer));
                start(() -> pipe(answerer, caller));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private static void pipe(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // The other direction has ended.
        }
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "registry-front");
        thread.setDaemon(true);
        thread.start();
    }

    /** The image's name, of which the registry is a part. */
    String image() {
        return "127.0.0.1:" + front.getLocalPort() + "/drops:1";
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String last = path.substring(path.lastIndexOf('/') + 1);
        byte[] blob = blobs.get(last.replace("sha256:", ""));
        if (path.equals("/v2/")) {
            send(exchange, "application/json", "{}".getBytes(StandardCharsets.UTF_8), 0);
        } else if (path.equals("/v2/drops/manifests/1") || last.equals("sha256:" + sha256(manifest))) {
            exchange.getResponseHeaders().add("Docker-Content-Digest", "sha256:" + sha256(manifest));
            send(exchange, "application/vnd.docker.distribution.manifest.v2+json", manifest, 0);
        } else if (blob != null) {
            send(exchange, "application/octet-stream", blob, blob.length > 4096 ? dropMillis : 0);
        } else {
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
        }
    }

    private static void send(HttpExchange exchange, String type, byte[] body, long dropMillis) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", type);
        boolean head = exchange.getRequestMethod().equals("HEAD");
        if (head) {
            exchange.getResponseHeaders().add("Content-Length", String.valueOf(body.length));
        }
        exchange.sendResponseHeaders(200, head ? -1 : body.length);
        OutputStream out = exchange.getResponseBody();
        int drop = dropMillis == 0 ? body.length : body.length / DROPS + 1;
        for (int at = 0; !head && at < body.length; at += drop) {
            out.write(body, at, Math.min(drop, body.length - at));
            out.flush();
            try {
                Thread.sleep(dropMillis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        exchange.close();
    }

    private String described(String type, String digest) {
        return "{\"mediaType\":\"" + type + "\",\"size\":" + blobs.get(digest).length + ",\"digest\":\"sha256:" + digest
                + "\"}";
    }

    private String add(byte[] blob) {
        String digest = sha256(blob);
        blobs.put(digest, blob);
        return digest;
    }

    /** Noise, new each time: a layer that is there already would not be fetched. */
    private static byte[] layer() throws IOException {
        byte[] noise = new byte[6_000_000];
        new Random().nextBytes(noise);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out)) {
            TarArchiveEntry entry = new TarArchiveEntry("noise");
            entry.setSize(noise.length);
            tar.putArchiveEntry(entry);
            tar.write(noise);
            tar.closeArchiveEntry();
        }
        return out.toByteArray();
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        }
        return out.toByteArray();
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws IOException {
        front.close();
        server.stop(0);
    }
}
