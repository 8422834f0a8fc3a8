package dev.flamegate.collect.receiver;

import dev.flamegate.collect.Token;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a receiver.
 *
 * @param address loopback, or for targets in containers an address they can reach
 * @param token that a push must have in the header {@code X-Flamegate-Token}
 * @param mostBody maximum bytes of one push as sent
 * @param mostInflated maximum bytes of one part of a push once inflated
 * @param forwarding where to forward pushes; {@code null} for nowhere
 */
public record ReceiverOptions(
        InetAddress address,
        Token token,
        long mostBody,
        long mostInflated,
        @Nullable Forwarding forwarding) {
    private static final long MIB = 1 << 20;

    public ReceiverOptions {
        if (mostBody < 1 || mostInflated < 1) {
            throw new IllegalArgumentException(Math.min(mostBody, mostInflated) + ": a limit is at least one byte");
        }
    }

    /** Loopback, with limits a hundred times what the agent sends at worst. */
    public static ReceiverOptions loopback(Token token) {
        return at(InetAddress.getLoopbackAddress(), token);
    }

    /** Options for this address, with the usual limits. */
    public static ReceiverOptions at(InetAddress address, Token token) {
        return new ReceiverOptions(address, token, 32 * MIB, 128 * MIB, null);
    }

    public ReceiverOptions forwardingTo(Forwarding server) {
        return new ReceiverOptions(address, token, mostBody, mostInflated, server);
    }
}
