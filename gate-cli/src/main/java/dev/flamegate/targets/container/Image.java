package dev.flamegate.targets.container;

import java.util.Locale;

/**
 * The images that the gate itself uses: the one table of their names. Tags are exact, so that a measurement is the same
 * next month.
 */
public enum Image {
    /** What a jar runs in: needs {@code java} on its path. */
    JRE("eclipse-temurin:17.0.19_10-jre-noble"),
    PROMETHEUS("prom/prometheus:v3.13.2"),
    PYROSCOPE("grafana/pyroscope:2.2.1");

    private final String standard;

    Image(String standard) {
        this.standard = standard;
    }

    /** The name used unless it is replaced. */
    public String standard() {
        return standard;
    }

    /** Its word in a plan. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The variable that replaces it. */
    public String variable() {
        return "FLAMEGATE_IMAGE_" + name();
    }
}
