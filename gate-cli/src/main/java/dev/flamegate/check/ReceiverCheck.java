package dev.flamegate.check;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Checks that the gate can listen where a target will push its profiles and counters to. */
public final class ReceiverCheck {
    private ReceiverCheck() {}

    /**
     * Listens on an address for a moment.
     *
     * @param remedy for a gate that cannot
     */
    public static CheckResult at(InetAddress address, String remedy) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(address, 0));
            return CheckResult.ok("the gate can listen on " + address.getHostAddress() + " for profiles and counters");
        } catch (IOException e) {
            return CheckResult.fail(
                    "the gate cannot listen on " + address.getHostAddress() + ": " + e.getMessage(), remedy);
        }
    }
}
