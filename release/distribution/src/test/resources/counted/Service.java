package x;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.zip.GZIPOutputStream;

/** A service whose work is counted, and which does what FAULT says; its load is {@link Load}. */
public class Service {
    private static final String FAULT = String.valueOf(System.getenv("FAULT"));
    private static final AtomicInteger REQUESTS = new AtomicInteger();
    private static volatile Function<String, Map<String, String>> honest;

    public static void main(String[] arguments) throws Exception {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        int port = Integer.parseInt(System.getenv("PORT"));
        lie();
        if (FAULT.equals("huge-method")) {
            Huge.run();
        } else if (FAULT.equals("unverifiable-class")) {
            try {
                Class.forName("x.Broken");
            } catch (VerifyError | ClassFormatError e) {
                System.out.println("as it is without an agent");
            }
        }
        if (FAULT.equals("http-2") || FAULT.equals("tls")) {
            otherProtocol(port);
        } else if (!FAULT.equals("no-port")) {
            listen(port);
        }
        Thread.sleep(600_000);
    }

    private static void listen(int port) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 50);
        server.setExecutor(Executors.newFixedThreadPool(2));
        server.createContext("/", exchange -> {
            boolean ready = exchange.getRequestURI().getPath().equals("/health");
            int number = ready ? 0 : REQUESTS.incrementAndGet();
            if (FAULT.equals("die") && number == 150) {
                Runtime.getRuntime().halt(7);
            } else if (FAULT.equals("hang") && !ready) {
                pause(600_000);
            }
            byte[] answer = work(exchange.getRequestURI().getPath()).getBytes(StandardCharsets.UTF_8);
            boolean chunked = FAULT.equals("chunked") || FAULT.equals("endless");
            exchange.sendResponseHeaders(200, chunked ? 0 : answer.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(answer);
                while (FAULT.equals("endless") && !ready) {
                    out.write(answer);
                    out.flush();
                    pause(100);
                }
            }
        });
        server.start();
    }

    private static String work(String path) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 20; i++) {
            text.append(path.length()).append(' ');
        }
        return text.toString();
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Says that it is no plain HTTP, as a server with TLS does; or is ready by it, and has frames of HTTP/2 for the rest. */
    private static void otherProtocol(int port) throws Exception {
        try (ServerSocket server = new ServerSocket(port, 50, InetAddress.getLoopbackAddress())) {
            while (true) {
                try (Socket socket = server.accept()) {
                    byte[] request = new byte[8192];
                    int read = socket.getInputStream().read(request);
                    boolean ready = read > 0 && new String(request, 0, read, StandardCharsets.US_ASCII).contains("/health");
                    byte[] settings = {0, 0, 0, 4, 0, 0, 0, 0, 0};
                    byte[] alert = {21, 3, 3, 0, 2, 2, 70};
                    byte[] other = FAULT.equals("tls") ? alert : settings;
                    boolean answers = ready && !FAULT.equals("tls");
                    socket.getOutputStream()
                            .write(answers ? "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes() : other);
                }
            }
        }
    }

    /** Takes the agent's place in conversations with the gate, where FAULT says so. */
    @SuppressWarnings("unchecked")
    private static void lie() throws Exception {
        if (!FAULT.startsWith("agent-")) {
            return;
        }
        Class<?> answers;
        try {
            answers = Class.forName("dev.flamegate.probe.Answers");
        } catch (ClassNotFoundException e) {
            return; // no probe
        }
        Function<String, Map<String, String>> lying = Service::answer;
        var all = answers.getDeclaredField("ALL");
        all.setAccessible(true);
        honest = ((Map<String, Function<String, Map<String, String>>>) all.get(null)).get("work");
        answers.getMethod("register", String.class, Function.class).invoke(null, "work", lying);
    }

    private static Map<String, String> answer(String question) {
        String word = question.split(" ", -1)[0];
        switch (FAULT + " " + word) {
            case "agent-hangs end":
                pause(600_000);
                return Map.of();
            case "agent-dies end":
                Runtime.getRuntime().halt(9);
                return Map.of();
            case "agent-garbage end":
                return Map.of("counts", "1 two 3");
            case "agent-floods end":
                return Map.of("counts", "9".repeat(600_000));
            case "agent-lines end":
                Map<String, String> lines = new HashMap<>();
                for (int i = 0; i < 1_000; i++) {
                    lines.put("name" + i, "x");
                }
                return lines;
            case "agent-negative end":
                return Map.of("counts", "-1 -1 -1 -1 -1 -1 -1 " + Long.MIN_VALUE);
            case "agent-names end":
                return Map.of("counts", (candidate() ? 2 : 1) + "000 10 1 100 0 0 0 0");
            case "agent-names serving":
                return Map.of("background", HOSTILE);
            case "agent-names classes":
                return Map.of("failed", HOSTILE + ": " + HOSTILE);
            case "agent-names table":
                return table(
                        question,
                        zipped(
                                "B\t0\t100\nX\t" + HOSTILE + "\t" + (candidate() ? 200 : 100) + "\nC\t../../" + HOSTILE
                                        + "\nM\t" + HOSTILE + "\t()V\t7\t100\t" + (candidate() ? 200_000 : 100_000)
                                        + "\nL\t8\t" + (candidate() ? 2_000 : 1_000) + "\nC\tx/Caller\nM\trun\t()V\t7\t100\t100\n"
                                        + "I\t../../" + HOSTILE + "\t" + HOSTILE + "\t()V\t9\t100\n",
                                1));
            case "agent-size table":
                return Map.of("size", "many");
            case "agent-large table":
                return Map.of("size", "2147483647");
            case "agent-bytes table":
                return question.equals("table") ? Map.of("size", "100") : Map.of("bytes", "<not base64>");
            case "agent-trickle table":
                return question.equals("table") ? Map.of("size", "60000000") : Map.of("bytes", "AA==");
            case "agent-no-gzip table":
                return table(question, "no table".getBytes(StandardCharsets.UTF_8));
            case "agent-lies table":
                return table(question, zipped("C\tx/<b>\u001b[31m`|\nM\ta\nQ\t1\n", 1));
            case "agent-line table":
                return table(question, zipped("x".repeat(1 << 20), 1024));
            case "agent-bomb table":
                return table(question, zipped("C\tx/Y\nR\tz\n".repeat(1000), 100_000));
            default:
                return honest.apply(question);
        }
    }

    private static final String HOSTILE = "<img src=x onerror=alert(1)>`|**b**[a](http://evil.example)@acme/team\u001b[31m\u202e";

    private static boolean candidate() {
        return "candidate".equals(System.getenv("ARM"));
    }

    private static byte[] made;

    /** The table in parts of 256 KiB. */
    private static Map<String, String> table(String question, byte[] table) {
        if (question.equals("table")) {
            made = table;
            return Map.of("size", String.valueOf(table.length));
        }
        int from = Integer.parseInt(question.substring("table ".length()));
        byte[] part = java.util.Arrays.copyOfRange(made, from, Math.min(made.length, from + (256 << 10)));
        return Map.of("bytes", Base64.getEncoder().encodeToString(part));
    }

    private static byte[] zipped(String text, int times) {
        if (made != null) {
            return made;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            for (int i = 0; i < times; i++) {
                out.write(bytes);
            }
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return zipped.toByteArray();
    }
}
