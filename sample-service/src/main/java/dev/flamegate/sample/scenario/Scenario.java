package dev.flamegate.sample.scenario;

import dev.flamegate.sample.http.Endpoint;

/** One case of the catalogue: an endpoint {@code GET /NAME} and what runs behind it until it is closed. */
public abstract class Scenario implements Endpoint, AutoCloseable {
    private final String name;

    /** A scenario with this name. */
    protected Scenario(String name) {
        this.name = name;
    }

    @Override
    public final String method() {
        return "GET";
    }

    @Override
    public final String path() {
        return "/" + name;
    }

    /** Stops whatever runs behind the endpoint. */
    @Override
    public void close() {}
}
