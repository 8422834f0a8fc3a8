package dev.flamegate.load.remote;

import java.net.InetSocketAddress;

/** Where an injector runs that is not on this machine. */
public interface InjectorPlace {
    /**
     * Where this machine reaches its agent; waits until it can be reached.
     *
     * @throws RuntimeException with cause and remedy when it does not run, or not in time
     */
    InetSocketAddress await() throws InterruptedException;

    /** What the agent knows this gate by. */
    String token();

    /** CPUs that it may use; infinite for all that it sees. */
    double cpus();

    /** What has become of it, as the end of a sentence; empty when nothing is known. */
    String fate();
}
