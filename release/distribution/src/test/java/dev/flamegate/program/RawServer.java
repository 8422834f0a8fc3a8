package dev.flamegate.program;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A server on a free loopback port that misbehaves in a given way. */
final class RawServer implements AutoCloseable {
    private static final long LIMIT_MINUTES = 10;

    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final CountDownLatch asked = new CountDownLatch(1);
    private final Answer answer;

    /** What it does with a connection, once something came over it; the connection is closed afterwards. */
    interface Answer {
        void to(Socket socket) throws IOException, InterruptedException;
    }

    /** Never answers. */
    static final Answer HUNG = socket -> Thread.sleep(TimeUnit.MINUTES.toMillis(LIMIT_MINUTES));
    /** Answers without end. */
    static final Answer ENDLESS = socket -> {
        say(socket, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n");
        while (true) {
            say(socket, " ");
            Thread.sleep(200);
        }
    };

    static Answer saying(String text) {
        return socket -> say(socket, text);
    }

    RawServer(Answer answer) throws IOException {
        this.answer = answer;
        daemon(this::accept);
    }

    String address() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    /** Waits until somebody has asked. */
    void awaitRequest() throws InterruptedException {
        if (!asked.await(LIMIT_MINUTES, TimeUnit.MINUTES)) {
            throw new AssertionError("nobody asked");
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                daemon(() -> serve(socket));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            if (socket.getInputStream().read(new byte[8192]) > 0) {
                asked.countDown();
                answer.to(socket);
            }
        } catch (IOException e) {
            return; // the gate went away
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void say(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "raw-server");
        thread.setDaemon(true);
        thread.start();
    }
}
