package dev.flamegate.probe;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;

/** Connects to the gate for as long as the target runs; a lost connection is opened again. */
final class ProbeLoop implements Runnable {
    private static final int DIAL_TIMEOUT_MILLIS = 2_000;
    private static final int FIRST_PAUSE_MILLIS = 100;
    private static final int LONGEST_PAUSE_MILLIS = 5_000;

    private final ProbeArguments arguments;

    ProbeLoop(ProbeArguments arguments) {
        this.arguments = arguments;
    }

    @Override
    @SuppressWarnings("InfiniteLoopStatement") // a daemon thread, which ends with the virtual machine
    public void run() {
        Counters counters = null;
        int pause = FIRST_PAUSE_MILLIS;
        while (true) {
            try {
                if (counters == null) {
                    counters = new Counters();
                }
                if (talk(counters)) {
                    pause = FIRST_PAUSE_MILLIS;
                }
            } catch (Throwable e) {
                // No gate, a gate that went away, or no memory left: none of it must affect the application.
            }
            pause = sleep(pause);
        }
    }

    /**
     * Talks to the gate.
     *
     * @return true if the gate took the hello and asked at least once before the connection ended
     */
    private boolean talk(Counters counters) throws Exception {
        // Without a proxy: socksProxyHost is meant for the application.
        try (Socket socket = new Socket(Proxy.NO_PROXY)) {
            socket.connect(new InetSocketAddress(arguments.host(), arguments.port()), DIAL_TIMEOUT_MILLIS);
            socket.setTcpNoDelay(true);
            return new Dialogue(socket, arguments.token(), counters).run();
        }
    }

    private static int sleep(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            // Something interrupts every thread it finds; this one carries on.
        }
        return Math.min(millis * 2, LONGEST_PAUSE_MILLIS);
    }
}
