package dev.flamegate.demo;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One case of the catalogue.
 *
 * @param name of its folder
 * @param folder with {@code flamegate.yaml} and the rules it names
 * @param title a few words
 * @param problem what is wrong in the service, a sentence or two
 * @param fix what fixes it
 * @param lesson what it teaches
 * @param steps run in order, in one history; at least one
 */
record Scenario(String name, Path folder, String title, String problem, String fix, String lesson, List<Step> steps) {
    public Scenario {
        steps = List.copyOf(steps);
        if (steps.isEmpty()) {
            throw new CatalogueProblem(name + ": a scenario needs at least one step");
        }
        if (steps.stream().map(Step::name).collect(Collectors.toSet()).size() < steps.size()) {
            throw new CatalogueProblem(name + ": two steps have the same name");
        }
    }

    public Path plan() {
        return folder.resolve("flamegate.yaml");
    }

    /**
     * One measurement of a scenario.
     *
     * @param folder of its report, such as {@code fixed}
     * @param set keys of the plan to override, as {@code --set} takes them
     * @param pin name to pin the run under afterwards; {@code null} for none, and always for a comparison
     */
    public record Step(
            String name,
            Kind kind,
            Map<String, String> set,
            @Nullable String pin,
            Expectation expected) {
        /** The command that measures the scenario. */
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
                throw new CatalogueProblem(
                        name + ": a step's name may have lower-case letters, digits and hyphens only");
            }
            if (pin != null && kind != Kind.RUN) {
                throw new CatalogueProblem(name + ": only a run can be pinned");
            }
        }
    }
}
