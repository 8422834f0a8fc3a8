package dev.flamegate.probe;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Lets agents reach a gate that cannot be reached, but can reach this process, such as through a port-forward into a
 * pod. It listens on one port of loopback. The gate opens connections ahead, each with the line
 * {@code flamegate-relay TOKEN}; everybody else is an agent, and is joined with one of the gate's connections for as
 * long as both are open. Before that, the connection is asked whether the gate is still behind it: what forwards may
 * keep this end open when the other has long been given up. The agents' bytes are not looked at.
 */
final class Relay implements Runnable {
    /** The beginning of the first line of the gate's own connections. */
    static final String GATE = "flamegate-relay ";

    /** The question to the gate on a connection, before an agent is joined with it. */
    static final String QUESTION = "flamegate-relay?\n";

    /** The gate's answer to the question. */
    static final char ANSWER = '!';

    private static final int BACKLOG = 64;
    private static final int GREETING_WITHIN_MILLIS = 5_000;
    private static final int ANSWER_WITHIN_MILLIS = 2_000;

    /** The gate keeps a few; it has given up the oldest of more. */
    private static final int MOST_AHEAD = 16;

    private static final int LONGEST_LINE = 8_000;
    private static final int GATE_WITHIN_SECONDS = 30;
    private static final int BUFFER = 16 * 1024;
    private static final int PAUSE_MILLIS = 20;

    /** Threads only copy bytes. */
    private static final long STACK = 128 * 1024;

    private final ServerSocket server;
    private final byte[] gate;

    /** The newest is last, and used first: it is the likeliest to have the gate behind it. */
    private final BlockingDeque<Socket> ahead = new LinkedBlockingDeque<>();

    private Relay(ServerSocket server, String token) {
        this.server = server;
        gate = (GATE + token + "\n").getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Listens, unless another virtual machine in the same pod already does: then that one relays for both.
     *
     * @return the address of the relay
     * @throws IOException when it cannot listen for another reason
     */
    static InetSocketAddress open(int port, String token) throws IOException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port);
        ServerSocket server = new ServerSocket();
        try {
            server.bind(address, BACKLOG);
        } catch (BindException e) {
            server.close();
            return address;
        }
        start(new Relay(server, token), "acceptor");
        return (InetSocketAddress) server.getLocalSocketAddress();
    }

    /** Starts a thread whose name begins so that the probe's counters know it as the probe's. */
    private static void start(Runnable task, String what) {
        Thread thread = new Thread(null, task, CpuGroup.PROBE_THREAD + "-" + what, STACK);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        thread.start();
    }

    @Override
    @SuppressWarnings("InfiniteLoopStatement") // a daemon thread, which ends with the virtual machine
    public void run() {
        while (true) {
            try {
                Socket caller = server.accept();
                start(() -> greet(caller), "relay");
            } catch (Throwable e) {
                pause(); // no descriptor or no memory left: neither must affect the application
            }
        }
    }

    private void greet(Socket caller) {
        Socket found = null;
        try {
            caller.setTcpNoDelay(true);
            caller.setSoTimeout(GREETING_WITHIN_MILLIS);
            byte[] line = line(caller.getInputStream());
            if (isGate(line)) {
                ahead.addLast(caller);
                if (ahead.size() > MOST_AHEAD) {
                    close(ahead.pollFirst());
                }
                return;
            }
            caller.setSoTimeout(0);
            found = waiting();
            if (found != null) {
                found.getOutputStream().write(line);
                Socket other = found;
                start(() -> copy(other, caller), "relay");
                copy(caller, other);
                return;
            }
        } catch (Throwable e) {
            // The caller is gone, or says nothing: closed below.
        }
        close(caller);
        close(found);
    }

    /** True if a line is the gate's; compares in constant time, as the token is a secret. */
    private boolean isGate(byte[] line) {
        int difference = line.length ^ gate.length;
        for (int i = 0; i < line.length; i++) {
            difference |= line[i] ^ gate[i % gate.length];
        }
        return difference == 0;
    }

    /** A connection with the gate at its other end; {@code null} if no such connection comes in time. */
    private @Nullable Socket waiting() throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(GATE_WITHIN_SECONDS);
        while (true) {
            Socket next = ahead.pollLast(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
            if (next == null || answers(next)) {
                return next;
            }
            close(next);
        }
    }

    private static boolean answers(Socket socket) {
        try {
            socket.setSoTimeout(ANSWER_WITHIN_MILLIS);
            socket.getOutputStream().write(QUESTION.getBytes(StandardCharsets.US_ASCII));
            boolean answered = socket.getInputStream().read() == ANSWER;
            socket.setSoTimeout(0);
            return answered;
        } catch (IOException e) {
            return false; // closed, or the other end is gone
        }
    }

    /** The first bytes, up to the end of a line, which stays part of them. */
    private static byte[] line(InputStream in) throws IOException {
        byte[] line = new byte[LONGEST_LINE];
        int length = 0;
        int c;
        do {
            c = in.read();
            if (c < 0) {
                throw new IOException("the connection ended");
            }
            line[length++] = (byte) c;
        } while (c != '\n' && length < LONGEST_LINE);
        byte[] exact = new byte[length];
        System.arraycopy(line, 0, exact, 0, length);
        return exact;
    }

    /** Copies until one connection ends, and then ends both: no agent goes on after half of a conversation. */
    private static void copy(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, read);
            }
        } catch (Throwable e) {
            // Either is gone.
        }
        close(from);
        close(to);
    }

    private static void close(@Nullable Socket socket) {
        try {
            if (socket != null) {
                socket.close();
            }
        } catch (IOException e) {
            // It is gone already.
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            // Something interrupts every thread it finds; this one carries on.
        }
    }
}
