package dev.flamegate.targets.container;

import org.jspecify.annotations.Nullable;
import org.testcontainers.dockerclient.DockerClientProviderStrategy;
import org.testcontainers.dockerclient.InvalidConfigurationException;
import org.testcontainers.dockerclient.TransportConfig;

/**
 * Tells Testcontainers which engine is in use. Its look-up of registry credentials asks an engine for the standard
 * registry; without this, it would look for one itself, perhaps find another or none, and note its find in the user's
 * home. Found by {@link java.util.ServiceLoader}.
 */
public final class EngineStrategy extends DockerClientProviderStrategy {
    private static volatile @Nullable TransportConfig inUse;

    /** For the service loader. */
    public EngineStrategy() {}

    static void use(TransportConfig transport) {
        inUse = transport;
    }

    @Override
    public TransportConfig getTransportConfig() throws InvalidConfigurationException {
        TransportConfig transport = inUse;
        if (transport == null) {
            throw new InvalidConfigurationException("flamegate has not found an engine");
        }
        return transport;
    }

    @Override
    protected boolean isApplicable() {
        return inUse != null;
    }

    @Override
    protected boolean isPersistable() {
        return false;
    }

    @Override
    protected int getPriority() {
        return Integer.MAX_VALUE;
    }

    @Override
    public String getDescription() {
        return "the engine that flamegate uses";
    }
}
