package dev.flamegate.containers.engine;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;

/** A service that says what it was given, and uses up CPU or memory on demand. Runs inside containers. */
public final class TestService {
    private static final List<ByteBuffer> HELD = new ArrayList<>();
    private static volatile long sink;

    private TestService() {}

    public static void main(String[] args) throws Exception {
        System.out.println("greeting " + System.getenv("GREETING"));
        if (args.length > 1) {
            System.exit(Integer.parseInt(args[1]));
        }
        HttpServer server = HttpServer.create(new InetSocketAddress(Integer.parseInt(args[0])), 0);
        server.setExecutor(Executors.newFixedThreadPool(4));
        server.createContext("/", TestService::answer);
        server.start();
    }

    private static void answer(HttpExchange exchange) throws IOException {
        String query = exchange.getRequestURI().getQuery();
        String path = exchange.getRequestURI().getPath();
        String text = switch (path) {
            case "/up" -> "up";
            case "/environment" -> String.valueOf(System.getenv(query));
            case "/property" -> String.valueOf(System.getProperty(query));
            case "/file" -> Files.readString(Path.of(query));
            case "/processors" -> String.valueOf(Runtime.getRuntime().availableProcessors());
            case "/cpu" -> String.valueOf(cpuNanos());
            case "/burn" -> burn(Double.parseDouble(query));
            case "/hold" -> hold(Integer.parseInt(query));
            case "/get" -> get(query);
            case "/metrics" -> "# TYPE orders counter\norders_total 5\n";
            default -> "";
        };
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(body.length == 0 ? 503 : 200, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    /** Uses CPU until the process has used so many seconds more. */
    private static String burn(double seconds) {
        long end = cpuNanos() + (long) (seconds * 1e9);
        while (cpuNanos() < end) {
            for (int i = 0; i < 1_000_000; i++) {
                sink = sink * 31 + i;
            }
        }
        return "burnt";
    }

    /** Takes memory outside of the heap, and touches it. */
    private static String hold(int mebibytes) {
        for (int i = 0; i < mebibytes; i++) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
            for (int at = 0; at < buffer.capacity(); at += 4096) {
                buffer.put(at, (byte) 1);
            }
            HELD.add(buffer);
        }
        return "held";
    }

    /** Asks another container. */
    private static String get(String url) throws IOException {
        try (var in = java.net.URI.create(url).toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
