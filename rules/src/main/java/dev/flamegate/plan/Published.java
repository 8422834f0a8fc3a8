package dev.flamegate.plan;

import dev.flamegate.plan.yaml.Source;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** The files that Flamegate ships for people and their editors: the JSON Schemas and the ready-made rule sets. */
public final class Published {
    private static final List<String> SETS = List.of("service", "jvm", "profile", "strict", "work");
    private static final String SETS_FOLDER = "rules/sets/";

    /** The set that a plan without rules has, as a plan names it. */
    public static final String DEFAULT_SET = SETS_FOLDER + "service.yaml";

    private Published() {}

    /** The JSON Schema (draft-07) of plans. */
    public static String planSchema() {
        return resource("flamegate.schema.json");
    }

    /** The JSON Schema (draft-07) of rule files. */
    public static String rulesSchema() {
        return resource("rules.schema.json");
    }

    /** Names of the ready-made rule sets, the default one first. */
    public static List<String> ruleSets() {
        return SETS;
    }

    /**
     * The ready-made rule set that a path in a plan stands for, such as {@code rules/sets/service.yaml} in a project
     * without such a file; empty for any other path.
     */
    public static Optional<Source> ruleSet(String path) {
        return SETS.stream()
                .filter(set -> path.equals(SETS_FOLDER + set + ".yaml"))
                .findFirst()
                .map(set -> new Source(path, resource("sets/" + set + ".yaml")));
    }

    private static String resource(String name) {
        try (InputStream content = Published.class.getResourceAsStream(name)) {
            if (content == null) {
                throw new IllegalStateException(name + ": missing from the class path, the build is broken");
            }
            return new String(content.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(name + ": cannot be read from the class path", failed);
        }
    }
}
