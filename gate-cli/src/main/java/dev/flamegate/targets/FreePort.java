package dev.flamegate.targets;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.random.RandomGenerator;

/**
 * A port for a target that is started again and again. It is below those that systems assign to connections and to
 * servers that accept any port (from 32768 on Linux, from 49152 elsewhere): one of these could have it between two
 * starts.
 */
public final class FreePort {
    private static final int FIRST = 20_000;
    private static final int END = 32_768;

    /** Those below {@link #FIVE_DIGITS} that few servers have as their default. */
    private static final int FIRST_OF_FOUR = 4_000;

    private static final int FIVE_DIGITS = 10_000;
    private static final int TRIES = 100;

    private FreePort() {}

    /**
     * Finds a port that is free now, on all addresses of this machine.
     *
     * @throws TargetFailed when none was found
     */
    public static int find() {
        return find(FIRST, END);
    }

    /**
     * Finds a free port that has as many digits as another, if that has four or five: the port is in a header of every
     * request, which a server reads byte by byte, so that one more digit is more work.
     *
     * @throws TargetFailed when none was found
     */
    public static int like(int port) {
        return port < FIVE_DIGITS ? find(FIRST_OF_FOUR, FIVE_DIGITS) : find();
    }

    private static int find(int first, int end) {
        RandomGenerator random = RandomGenerator.getDefault();
        for (int i = 0; i < TRIES; i++) {
            int port = random.nextInt(first, end);
            if (isFree(port)) {
                return port;
            }
        }
        throw new TargetFailed("no free port was found for the target: " + TRIES + " from " + first + " to " + (end - 1)
                + " are taken");
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1)) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
