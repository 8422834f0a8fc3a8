package dev.flamegate.demo;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One measurement of a scenario.
 *
 * @param name of its report's folder, such as {@code fixed}
 * @param set keys of the plan with other values, as {@code --set} takes them
 * @param pin name that the run is pinned under afterwards; {@code null} for none, and always for a comparison
 */
public record Step(
        String name,
        Kind kind,
        Map<String, String> set,
        @Nullable String pin,
        Expectation expected) {
    /** How it is measured. */
    public enum Kind {
        RUN,
        COMPARE;

        /** The command: {@code run}. */
        public String command() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Step {
        set = Collections.unmodifiableMap(new LinkedHashMap<>(set));
        if (!name.matches("[a-z0-9-]+")) {
            throw new CatalogueProblem(name + ": a step's name has small letters, digits and hyphens");
        }
        if (pin != null && kind != Kind.RUN) {
            throw new CatalogueProblem(name + ": only a run can be pinned");
        }
    }
}
