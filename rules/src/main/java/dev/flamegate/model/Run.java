package dev.flamegate.model;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/**
 * All trials of one build, with their context.
 *
 * @param id sortable by time and unique, such as {@code 20261120-154233-8f3a}
 * @param service name of the service
 * @param started when the run began
 * @param runtime "process", "container", "attach" or "kubernetes"
 * @param cpus CPUs the target may use, above 0
 * @param context what people want to know about the build and the machine, by name: {@link #COMMIT}, {@link #BRANCH},
 *     {@link #TARGET}, {@code jdk}, {@code env.FEATURE_X}, {@link #HOST_CPUS}, {@link #HOST_SPEED}, {@link #JAR} with
 *     the name of each jar, ...; entries that the gate itself reads have a method
 * @param fingerprint what must be equal for runs to be comparable
 * @param trials in order of time
 * @param seconds time the run spent outside the trials, by stage
 * @param work of requests, counted in starts of its own; empty where it was not counted
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
        List<Warning> warnings,
        List<Work> work) {
    /** Name in {@code context} of the revision that was measured. */
    public static final String COMMIT = "commit";

    /** Name in the context of whether there were changes that were not committed: yes or no. */
    public static final String UNCOMMITTED = "uncommitted";

    /** Name in {@code context} of the branch that was checked out. */
    public static final String BRANCH = "branch";

    /** Name in {@code context} of where plan and rules come from, if not simply from the files checked out. */
    public static final String POLICY = "policy";

    /**
     * Name in {@code context} of the program that was started: a file, an image, an address or a command, as in the
     * plan.
     */
    public static final String TARGET = "target";

    /** Name in {@code context} of the program of a comparison's arm, and how it differs from the plan's target. */
    public static final String ARM = "arm";

    /** Name in {@code context} of the JDK that an arm of a comparison was given, other than the plan's. */
    public static final String ARM_JDK = "arm.jdk";

    /** What a name in {@code context} begins with that is a variable of the target's environment. */
    public static final String VARIABLE = "env.";

    /** Names in {@code context} of checksums of the program. */
    private static final Set<String> CONTENT = Set.of("target.sha256", "container.image.id");

    /** Names in {@code context} that stand for the program where no checksum is known. */
    private static final Set<String> REVISION = Set.of(COMMIT, UNCOMMITTED, TARGET);

    /** Name in {@code context} of the number of the host's CPUs. */
    public static final String HOST_CPUS = "host.cpus";

    /** Name in {@code context} of how fast the host is. */
    public static final String HOST_SPEED = "host.speed";

    /** Name in {@code context} of why the run was made; see {@link #labels}. */
    public static final String NOTE = "note";

    /** Prefix of the names of tags in {@code context}; see {@link #labels}. */
    public static final String TAG = "tag.";

    /** Prefix of the names of jars in {@code context}. */
    public static final String JAR = "jar.";

    public Run {
        Objects.requireNonNull(started, "started");
        if (id.isBlank() || service.isBlank()) {
            throw new IllegalArgumentException("a run needs an id and a service");
        }
        if (!(cpus > 0)) {
            throw new IllegalArgumentException(cpus + ": the number of CPUs the target may use must be above 0");
        }
        context = Collections.unmodifiableMap(new LinkedHashMap<>(context));
        trials = List.copyOf(trials);
        seconds = Collections.unmodifiableMap(new LinkedHashMap<>(seconds));
        warnings = List.copyOf(warnings);
        work = List.copyOf(work);
    }

    /** A run whose work was not counted. */
    public Run(
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
        this(id, service, started, runtime, cpus, context, fingerprint, trials, seconds, warnings, List.of());
    }

    /**
     * This run and a later one of the same build as one: the trials of both, numbered consecutively, with the later
     * one's context.
     */
    public Run followedBy(Run later) {
        List<Trial> both = new ArrayList<>(trials);
        later.trials.forEach(trial -> both.add(trial.numbered(both.size() + 1)));
        List<Warning> found = new ArrayList<>(warnings);
        later.warnings.stream().filter(warning -> !found.contains(warning)).forEach(found::add);
        List<Work> counted = new ArrayList<>(work);
        counted.addAll(later.work);
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
                found,
                counted);
    }

    /** The revision that was measured, where it is known. */
    public Optional<String> commit() {
        return Optional.ofNullable(context.get(COMMIT));
    }

    /** The facts that distinguish a build: its content if known, else its revision, and the way it is started. */
    public Map<String, String> build() {
        Map<String, String> build = new TreeMap<>();
        boolean known = context.keySet().stream().anyMatch(CONTENT::contains);
        context.forEach((name, value) -> {
            boolean start = name.startsWith(VARIABLE) || name.equals("jvm.options");
            if (start || CONTENT.contains(name) || (!known && REVISION.contains(name))) {
                build.put(name, value);
            }
        });
        return build;
    }

    /** The branch that was checked out, where it is known. */
    public Optional<String> branch() {
        return Optional.ofNullable(context.get(BRANCH));
    }

    /** The version of a library, by the name of its jar; empty where it was not noted, or the name says none. */
    public Optional<String> version(String library) {
        String noted = context.getOrDefault(JAR + library, "");
        int end = noted.indexOf(", "); // 4.1.124.Final, 345678 bytes
        return end <= 0 ? Optional.empty() : Optional.of(noted.substring(0, end));
    }

    /** The run's note and tags; entries that a gate cannot have written are left out. */
    public Labels labels() {
        Map<String, String> tags = new LinkedHashMap<>();
        context.forEach((name, value) -> {
            if (name.startsWith(TAG)) {
                tags.put(name.substring(TAG.length()), value);
            }
        });
        try {
            return new Labels(context.getOrDefault(NOTE, ""), tags);
        } catch (IllegalArgumentException e) {
            return Labels.NONE;
        }
    }

    /** The program that was started, as in the plan. */
    public Optional<String> target() {
        return Optional.ofNullable(context.get(TARGET));
    }

    /** CPUs of the host the gate ran on; empty if unknown. */
    public OptionalInt hostCpus() {
        String cpus = context.getOrDefault(HOST_CPUS, "");
        return cpus.matches("[0-9]{1,9}") ? OptionalInt.of(Integer.parseInt(cpus)) : OptionalInt.empty();
    }

    /** The host's speed before anything was started on it; empty if it was not measured. */
    public Optional<HostSpeed> hostSpeed() {
        return HostSpeed.of(context.getOrDefault(HOST_SPEED, ""));
    }

    /**
     * The reasons why this run and another one cannot be compared, a phrase each: the differences of their
     * fingerprints, except for the JDK if the arms of a comparison differ in it.
     */
    public List<String> differences(Run other) {
        boolean ofJdks = context.containsKey(ARM_JDK) || other.context.containsKey(ARM_JDK);
        return ofJdks
                ? fingerprint.without(Fingerprint.JDK).differences(other.fingerprint.without(Fingerprint.JDK))
                : fingerprint.differences(other.fingerprint);
    }

    /** True if the other run's host was as fast as this one's, as far as both are known. */
    public boolean isOfLikeSpeed(Run other) {
        Optional<HostSpeed> here = hostSpeed();
        Optional<HostSpeed> there = other.hostSpeed();
        return here.isEmpty() || there.isEmpty() || !here.get().isOther(there.get());
    }

    public Run with(Warning warning) {
        List<Warning> more = new ArrayList<>(warnings);
        more.add(warning);
        return new Run(id, service, started, runtime, cpus, context, fingerprint, trials, seconds, more, work);
    }

    public Run withTrials(List<Trial> others) {
        return new Run(id, service, started, runtime, cpus, context, fingerprint, others, seconds, warnings, work);
    }

    /** A copy with the work of its requests. */
    public Run withWork(List<Work> counted) {
        return new Run(id, service, started, runtime, cpus, context, fingerprint, trials, seconds, warnings, counted);
    }
}
