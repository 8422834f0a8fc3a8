package dev.flamegate.containers.engine;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.testcontainers.utility.DockerImageName;

/**
 * The names of the images in use: a variable {@code FLAMEGATE_IMAGE_…} before the plan before the table in
 * {@link Image}. A prefix, such as {@code registry.example.org/mirror/}, is prepended to every name without a
 * registry, as Testcontainers does; names from variables are taken as they are.
 *
 * @param names every image's name, prefix included
 * @param prefix put before names without a registry; empty for none
 */
public record Images(Map<Image, String> names, String prefix) {
    /** The variable that holds the prefix. */
    public static final String PREFIX = "FLAMEGATE_IMAGE_PREFIX";

    private static final String TESTCONTAINERS_PREFIX = "TESTCONTAINERS_HUB_IMAGE_NAME_PREFIX";

    public Images {
        names = Collections.unmodifiableMap(new EnumMap<>(names));
        if (!names.keySet().containsAll(List.of(Image.values()))) {
            throw new IllegalArgumentException(names + ": an image has no name");
        }
    }

    /**
     * The names for a plan on this machine.
     *
     * @param plan names by {@link Image#key()}
     * @throws IllegalArgumentException for an unknown key or an invalid name
     */
    public static Images of(Map<String, String> plan) {
        return of(plan, System.getenv());
    }

    /** The names for a plan under these variables. */
    static Images of(Map<String, String> plan, Map<String, String> environment) {
        List<String> keys = Arrays.stream(Image.values()).map(Image::key).toList();
        for (String key : plan.keySet()) {
            if (!keys.contains(key)) {
                throw new IllegalArgumentException(
                        key + ": no image of that name; there are " + String.join(", ", keys));
            }
        }
        String prefix = prefix(environment);
        Map<Image, String> names = new EnumMap<>(Image.class);
        for (Image image : Image.values()) {
            String variable = environment.getOrDefault(image.variable(), "").strip();
            String planned = plan.getOrDefault(image.key(), image.standard());
            names.put(image, checked(variable.isEmpty() ? prefixed(planned, prefix) : variable));
        }
        return new Images(names, prefix);
    }

    public String name(Image image) {
        String name = names.get(image);
        if (name == null) {
            throw new IllegalStateException(image + " has no name");
        }
        return name;
    }

    /** A name as a registry mirror knows it: with the prefix, unless it names a registry. */
    public String prefixed(String name) {
        return prefixed(name, prefix);
    }

    private static String prefixed(String name, String prefix) {
        return prefix.isEmpty() || !DockerImageName.parse(name).getRegistry().isEmpty() ? name : prefix + name;
    }

    private static String prefix(Map<String, String> environment) {
        String prefix = environment.getOrDefault(PREFIX, "").strip();
        if (prefix.isEmpty()) {
            prefix = environment.getOrDefault(TESTCONTAINERS_PREFIX, "").strip();
        }
        return prefix.isEmpty() || prefix.endsWith("/") ? prefix : prefix + "/";
    }

    private static String checked(String name) {
        try {
            DockerImageName.parse(name).assertValid();
            return name;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + ": not the name of an image", e);
        }
    }

    /**
     * The images that the gate itself uses: the one table of their names. Tags are exact, so that a measurement is the
     * same next month.
     */
    public enum Image {
        /** The base image for jars: needs {@code java} on its path. */
        JRE("eclipse-temurin:17.0.19_10-jre-noble"),
        PROMETHEUS("prom/prometheus:v3.13.2"),
        PYROSCOPE("grafana/pyroscope:2.2.1");

        private final String standard;

        Image(String standard) {
            this.standard = standard;
        }

        public String standard() {
            return standard;
        }

        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The variable that replaces the image's name. */
        public String variable() {
            return "FLAMEGATE_IMAGE_" + name();
        }
    }
}
