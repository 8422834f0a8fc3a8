package dev.flamegate.probe;

import java.util.Map;
import java.util.function.Function;

/** Stands in for the probe's class of this name, which the agent tells whom to ask. */
public final class Answers {
    public static volatile Function<String, Map<String, String>> work = question -> Map.of();

    private Answers() {}

    public static void register(String name, Function<String, Map<String, String>> questions) {
        work = questions;
    }
}
