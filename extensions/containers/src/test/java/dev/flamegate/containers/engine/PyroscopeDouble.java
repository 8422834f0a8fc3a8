package dev.flamegate.containers.engine;

import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

/** Stands for a Pyroscope server where there is no image of one: is ready, takes pushes, and says how much it took. */
public final class PyroscopeDouble {
    private PyroscopeDouble() {}

    public static void main(String[] args) throws Exception {
        AtomicLong bytes = new AtomicLong();
        HttpServer server = HttpServer.create(new InetSocketAddress(4040), 0);
        server.createContext("/ready", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.createContext("/ingest", exchange -> {
            bytes.addAndGet(exchange.getRequestBody().readAllBytes().length);
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.createContext("/taken", exchange -> {
            byte[] body = bytes.toString().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        System.out.println("started with " + String.join(" ", args));
    }
}
