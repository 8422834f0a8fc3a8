package dev.flamegate.publish.flame;

import java.util.Locale;
import java.util.Optional;

public enum FlameFormat {
    /** The viewer, one page that needs no network. */
    HTML("html"),
    /** A self-contained picture. */
    SVG("svg"),
    /** One line per stack with one weight, or two. */
    COLLAPSED("collapsed"),
    /** The format of {@code go tool pprof}, with gzip; speedscope reads that of one profile. */
    PPROF("pb.gz"),
    /** The methods that grew most, or cost most. */
    JSON("json");

    private final String ending;

    FlameFormat(String ending) {
        this.ending = ending;
    }

    public String fileName() {
        return "flame." + ending;
    }

    /** True if the format is text, which usually goes to a terminal or a pipe. */
    public boolean isText() {
        return this == COLLAPSED || this == JSON;
    }

    public static Optional<FlameFormat> ofFile(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.endsWith(".pprof") || lower.endsWith(".pb")) {
            return Optional.of(PPROF);
        } else if (lower.endsWith(".folded") || lower.endsWith(".txt")) {
            return Optional.of(COLLAPSED);
        }
        for (FlameFormat format : values()) {
            if (lower.endsWith("." + format.ending)) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }
}
