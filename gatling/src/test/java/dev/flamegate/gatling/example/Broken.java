package dev.flamegate.gatling.example;

import io.gatling.javaapi.core.Simulation;

/** Throws when it is constructed. */
public class Broken extends Simulation {
    public Broken() {
        throw new IllegalStateException("no test data for today");
    }
}
