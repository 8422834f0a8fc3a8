package dev.flamegate.cluster.injectors;

import java.net.InetSocketAddress;

/** An injector's place on another machine. */
public interface InjectorPlace {
    /**
     * Returns the address at which this machine reaches the injector's agent, once it can be reached.
     *
     * @throws RuntimeException with cause and remedy when it does not run, or not in time
     */
    InetSocketAddress await() throws InterruptedException;

    /** The token by which the agent knows this gate. */
    String token();

    /** The CPUs that the injector may use; infinite for all that it sees. */
    double cpus();

    /** The reason why the injector ended, as a clause; empty when nothing is known. */
    String fate();
}
