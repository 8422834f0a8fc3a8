package dev.flamegate.collect.receiver;

import dev.flamegate.collect.Token;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * How a receiver listens.
 *
 * @param address loopback, or for targets in containers an address they reach
 * @param token what a push must bear in the header {@code X-Flamegate-Token}
 * @param mostBody bytes of one push as sent
 * @param mostInflated bytes of one part of a push once inflated
 * @param forwarding where pushes go on to; {@code null} for nowhere
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
            throw new IllegalArgumentException(Math.min(mostBody, mostInflated) + ": a bound is at least one byte");
        }
    }

    /** Loopback, with bounds a hundred times what the agent sends at worst. */
    public static ReceiverOptions loopback(Token token) {
        return at(InetAddress.getLoopbackAddress(), token);
    }

    /** This address, with the usual bounds. */
    public static ReceiverOptions at(InetAddress address, Token token) {
        return new ReceiverOptions(address, token, 32 * MIB, 128 * MIB, null);
    }

    /** The same, and pushes go on to a server. */
    public ReceiverOptions forwardingTo(Forwarding server) {
        return new ReceiverOptions(address, token, mostBody, mostInflated, server);
    }
}
