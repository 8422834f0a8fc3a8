package dev.flamegate.model;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * All trials of one build, with their context.
 *
 * @param id sortable by time and unique, such as {@code 20261120-154233-8f3a}
 * @param service name of the service
 * @param started when the run began
 * @param runtime "process", "container" or "attach"
 * @param cpus CPUs the target may use, above 0
 * @param context what people want to know of the build and the machine, by name: {@code commit}, {@code branch},
 *     {@code target}, {@code jdk}, {@code env.FEATURE_X}, {@code host}, {@link #JAR} with the name of each jar, ...
 * @param fingerprint what must be equal for comparing
 * @param trials in order of time
 * @param seconds where the run's own time went beside the trials, by stage
 */
public record Run(
        String id,
        String service,
        Instant started,
        String runtime,
        double cpus,
        Map<String, String> context,
        Fingerprint fingerprint,
        List<Trial> trials,
        Map<String, Double> seconds,
        List<Warning> warnings) {
    /** What the names of jars in {@code context} begin with. */
    public static final String JAR = "jar.";

    public Run {
        Objects.requireNonNull(started, "started");
        if (id.isBlank() || service.isBlank()) {
            throw new IllegalArgumentException("a run has an id and a service");
        }
        if (!(cpus > 0)) {
            throw new IllegalArgumentException(cpus + ": the target may use some CPUs");
        }
        context = Collections.unmodifiableMap(new LinkedHashMap<>(context));
        trials = List.copyOf(trials);
        seconds = Collections.unmodifiableMap(new LinkedHashMap<>(seconds));
        warnings = List.copyOf(warnings);
    }

    /**
     * This run and a later one of the same build as one: the trials of both, numbered through, with the later one's
     * context.
     */
    public Run followedBy(Run later) {
        List<Trial> both = new ArrayList<>(trials);
        later.trials.forEach(trial -> both.add(trial.numbered(both.size() + 1)));
        List<Warning> found = new ArrayList<>(warnings);
        later.warnings.stream().filter(warning -> !found.contains(warning)).forEach(found::add);
        return new Run(
                later.id,
                later.service,
                started,
                later.runtime,
                later.cpus,
                later.context,
                later.fingerprint,
                both,
                later.seconds,
                found);
    }

    /** The same run with other trials. */
    public Run withTrials(List<Trial> others) {
        return new Run(id, service, started, runtime, cpus, context, fingerprint, others, seconds, warnings);
    }
}
