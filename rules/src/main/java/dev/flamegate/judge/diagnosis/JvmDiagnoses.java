package dev.flamegate.judge.diagnosis;

import dev.flamegate.format.Numbers;
import dev.flamegate.judge.diagnosis.EventRates.Measure;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Pair.JvmEvents;
import dev.flamegate.model.Pair.JvmEvents.Kind;
import dev.flamegate.model.Pair.JvmEvents.Part;
import dev.flamegate.model.Pair.JvmEvents.Tally;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.Diagnosis;
import dev.flamegate.model.message.JvmCause;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Causes inside the virtual machine: events that the candidate's has more of than the baseline's, in the last pair in
 * which both recorded them. Each is a difference that exceeds its threshold beyond doubt ({@link EventRates}).
 * Thresholds are what unchanged builds stay far below, and what costs at least a per cent or so.
 */
final class JvmDiagnoses {
    /**
     * A service that is warm gives up compiled code a few times a second; each time costs some 50 µs until it is
     * compiled.
     */
    private static final double DEOPTIMISATIONS_PER_SECOND = 20;

    /** Parts of the samples. A service with little to do interprets a tenth of it, at random. */
    private static final double INTERPRETED = 0.05;

    private static final double CALLED = 0.02;

    /** Fewer of an arm in a pair say nothing of its parts; how few they are is in the interval. */
    private static final long LEAST_SAMPLES = 30;

    /** Points of the time: a tail of latency that users see. */
    private static final double PAUSED = 0.01;

    private static final double STOPPED = 0.005;

    /** The rate at which class loading is suspicious; classes that are loaded once are there after the warm-up. */
    private static final double CLASSES_PER_SECOND = 5;

    private static final double WAITED_SECONDS = 0.5e-3;
    private static final double NATIVE_BYTES = 16 << 20;

    /** The multiple of its threshold from which a cause could slow the build down by itself, and is shown as severe. */
    private static final double SEVERE = 5;

    /** Allocation that grew by less than this is as before. */
    private static final double ALLOCATION_GREW = 1.1;

    private static final String TOOL = "https://docs.oracle.com/en/java/javase/17/docs/specs/man/java.html";
    private static final String TUNING =
            "https://docs.oracle.com/en/java/javase/17/gctuning/factors-affecting-garbage-collection-performance.html";

    private final JvmEvents events;

    private JvmDiagnoses(JvmEvents events) {
        this.events = events;
    }

    /**
     * A cause.
     *
     * @param explains the costs whose growth it can explain
     * @param indicators names of others
     */
    record Found(Diagnosis diagnosis, Set<ProfileEvent> explains, Set<String> indicators) {}

    /** The diagnoses by the pairs of a comparison that count; empty if none of them recorded events. */
    static List<Found> of(List<Pair> all) {
        return all.stream()
                .filter(Pair::valid)
                .flatMap(pair -> Stream.ofNullable(pair.jvm()))
                .filter(events ->
                        events.problem() == null && isUsable(events.baseline()) && isUsable(events.candidate()))
                .reduce((earlier, later) -> later)
                .map(events -> new JvmDiagnoses(events).found())
                .orElse(List.of());
    }

    private static boolean isUsable(Part part) {
        return part.requests() > 0 && part.seconds() > 0;
    }

    private List<Found> found() {
        List<Found> found = new ArrayList<>();
        add(found, deoptimisations(), EnumSet.of(ProfileEvent.CPU, ProfileEvent.WALL));
        if (isSampled()) {
            add(found, interpreted(), EnumSet.of(ProfileEvent.CPU, ProfileEvent.WALL));
            add(found, inlining(), EnumSet.of(ProfileEvent.CPU, ProfileEvent.WALL));
        }
        add(found, codeCache(), EnumSet.of(ProfileEvent.CPU, ProfileEvent.WALL));
        add(
                found,
                pauses(),
                EnumSet.of(ProfileEvent.CPU, ProfileEvent.WALL, ProfileEvent.ALLOC),
                "gc.time",
                "gc.pause.max");
        add(found, safepoints(), EnumSet.of(ProfileEvent.CPU, ProfileEvent.WALL));
        add(found, classes(), EnumSet.of(ProfileEvent.CPU, ProfileEvent.WALL, ProfileEvent.ALLOC));
        add(found, locks(), EnumSet.of(ProfileEvent.WALL, ProfileEvent.LOCK));
        add(found, memory(), EnumSet.noneOf(ProfileEvent.class), "memory.rss");
        return found;
    }

    private static void add(
            List<Found> found, Optional<Diagnosis> diagnosis, Set<ProfileEvent> explains, String... indicators) {
        diagnosis.ifPresent(one -> found.add(new Found(one, explains, Set.of(indicators))));
    }

    private Optional<Diagnosis> deoptimisations() {
        return grown(
                JvmCause.DEOPTIMISATIONS,
                Kind.DEOPTIMISATION,
                Measure.COUNTS_PER_SECOND,
                DEOPTIMISATIONS_PER_SECOND,
                TOOL,
                rates -> "compiled code is given up " + perSecond(rates),
                worst -> ", most of it in " + place(worst) + ", reason " + worst.what());
    }

    private Optional<Diagnosis> interpreted() {
        return grown(
                JvmCause.INTERPRETED_CODE,
                sample(Kind.INTERPRETED),
                Measure.PART_OF_SAMPLES,
                INTERPRETED,
                TOOL,
                rates -> "interpreted code is in " + partOfSamples(rates),
                worst -> ", most of them in " + place(worst));
    }

    private boolean isSampled() {
        return Stream.of(events.baseline(), events.candidate())
                .allMatch(part -> EventRates.samples(part) >= LEAST_SAMPLES);
    }

    /**
     * Diagnoses the method that is now called most of all: it has fewer samples as part of its callers, and more
     * itself.
     */
    private Optional<Diagnosis> inlining() {
        Set<String> inlined = events.baseline().tallies().stream()
                .filter(sample(Kind.INLINED).and(tally -> !tally.where().isEmpty()))
                .map(Tally::where)
                .collect(Collectors.toSet());
        return inlined.stream()
                .sorted()
                .map(this::inlining)
                .flatMap(Optional::stream)
                .max(Comparator.comparingDouble(Diagnosis::excess));
    }

    private Optional<Diagnosis> inlining(String method) {
        Predicate<Tally> ofMethod = tally -> tally.where().equals(method);
        EventRates within = EventRates.of(events, sample(Kind.INLINED).and(ofMethod), Measure.PART_OF_SAMPLES);
        if (!(within.difference().high() < -CALLED)) {
            return Optional.empty();
        }
        return grown(
                JvmCause.LOST_INLINING,
                sample(Kind.CALLED).and(ofMethod),
                Measure.PART_OF_SAMPLES,
                CALLED,
                "https://docs.oracle.com/en/java/javase/17/vm/java-hotspot-virtual-machine-performance-enhancements.html",
                rates -> method + " is called where it was inlined: calls of it are in " + partOfSamples(rates)
                        + "; as a part of its callers it is in " + Numbers.percent(within.candidate()) + " against "
                        + Numbers.percent(within.baseline()),
                worst -> "");
    }

    private static Predicate<Tally> sample(String how) {
        return EventRates.of(Kind.CODE_SAMPLE).and(tally -> tally.what().equals(how));
    }

    /** A state, not a rate: it is or was full in the candidate and not in the baseline. */
    private Optional<Diagnosis> codeCache() {
        Predicate<Tally> full = EventRates.of(Kind.CODE_CACHE_FULL).and(tally -> tally.count() > 0);
        if (events.baseline().tallies().stream().anyMatch(full)) {
            return Optional.empty();
        }
        return events.candidate().tallies().stream()
                .filter(full)
                .max(Comparator.comparingLong(Tally::count))
                .map(worst -> diagnosis(
                        JvmCause.CODE_CACHE_FULL,
                        Diagnosis.Severity.FAIL,
                        "the code cache (" + worst.what() + ") was full " + often(worst.count())
                                + " since the start, and never in the baseline; "
                                + Numbers.quantity(worst.amount(), Unit.BYTES) + " of it are free",
                        TOOL,
                        worst.count(),
                        1));
    }

    private Optional<Diagnosis> pauses() {
        return grown(
                JvmCause.GC_PAUSES,
                Kind.GC_PAUSE,
                Measure.PART_OF_TIME,
                PAUSED,
                TUNING,
                rates -> "pauses of the collector take " + partOfTime(rates),
                worst -> ", most of it for " + worst.what() + " (" + worst.where() + "); " + allocation());
    }

    /** Says whether more is allocated, which is one reason for more collections. */
    private String allocation() {
        double before = allocatedPerRequest(events.baseline());
        double after = allocatedPerRequest(events.candidate());
        if (!(before > 0) || !(after > 0)) {
            return "what is allocated is not known";
        }
        double ratio = after / before;
        return ratio > ALLOCATION_GREW
                ? "a request allocates " + Numbers.number(ratio, 2) + " times as much ("
                        + Numbers.quantity(after, Unit.BYTES) + " against " + Numbers.quantity(before, Unit.BYTES) + ")"
                : "a request allocates no more than before (" + Numbers.quantity(after, Unit.BYTES)
                        + "), so the heap is smaller, fuller or collected otherwise";
    }

    private static double allocatedPerRequest(Part part) {
        return part.allocated() / part.requests();
    }

    private Optional<Diagnosis> safepoints() {
        return grown(
                JvmCause.SAFEPOINTS,
                Kind.SAFEPOINT,
                Measure.PART_OF_TIME,
                STOPPED,
                TOOL,
                rates -> "safepoints without a collection stop the application for " + partOfTime(rates),
                worst -> ", most of it for the operation " + worst.what());
    }

    private Optional<Diagnosis> classes() {
        return grown(
                JvmCause.CLASS_LOADING,
                Kind.CLASS_LOAD,
                Measure.COUNTS_PER_SECOND,
                CLASSES_PER_SECOND,
                "https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/lang/ClassValue.html",
                rates -> "classes are loaded under load " + perSecond(rates) + ", "
                        + Numbers.number(classesPerRequest(), 2) + " per request",
                worst -> ", most of them " + worst.what() + (worst.where().isEmpty() ? "" : " from " + worst.where()));
    }

    private double classesPerRequest() {
        return EventRates.of(events, EventRates.of(Kind.CLASS_LOAD), Measure.COUNTS_PER_REQUEST)
                .candidate();
    }

    private Optional<Diagnosis> locks() {
        return grown(
                JvmCause.LOCK_WAITS,
                Kind.LOCK_WAIT,
                Measure.SECONDS_PER_REQUEST,
                WAITED_SECONDS,
                "https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/util/concurrent/locks/package-summary.html",
                rates -> "threads wait "
                        + against(rates, seconds -> Numbers.quantity(seconds, Unit.MILLISECONDS), " per request")
                        + " for locks",
                worst -> ", most of it for " + worst.what() + " in " + place(worst));
    }

    /** Diagnoses the kind of memory that grew most. */
    private Optional<Diagnosis> memory() {
        Set<String> kinds = events.candidate().tallies().stream()
                .filter(EventRates.of(Kind.NATIVE_MEMORY))
                .map(Tally::what)
                .collect(Collectors.toSet());
        return kinds.stream()
                .sorted()
                .map(kind -> grown(
                        JvmCause.NATIVE_MEMORY,
                        EventRates.of(Kind.NATIVE_MEMORY)
                                .and(tally -> tally.what().equals(kind)),
                        Measure.LEVEL,
                        NATIVE_BYTES,
                        "https://docs.oracle.com/en/java/javase/17/vm/native-memory-tracking.html",
                        rates -> kind + " take " + against(rates, bytes -> Numbers.quantity(bytes, Unit.BYTES), "")
                                + " outside of the heap",
                        worst -> ""))
                .flatMap(Optional::stream)
                .max(Comparator.comparingDouble(Diagnosis::excess));
    }

    private Optional<Diagnosis> grown(
            JvmCause cause,
            Kind kind,
            Measure measure,
            double threshold,
            String reference,
            Function<EventRates, String> evidence,
            Function<Tally, String> about) {
        return grown(cause, EventRates.of(kind), measure, threshold, reference, evidence, about);
    }

    private Optional<Diagnosis> grown(
            JvmCause cause,
            Predicate<Tally> meant,
            Measure measure,
            double threshold,
            String reference,
            Function<EventRates, String> evidence,
            Function<Tally, String> about) {
        EventRates rates = EventRates.of(events, meant, measure);
        if (!(rates.certain() > threshold)) {
            return Optional.empty();
        }
        double grown = rates.candidate() - rates.baseline();
        return Optional.of(diagnosis(
                cause,
                Recogniser.severity(grown, SEVERE * threshold),
                evidence.apply(rates)
                        + EventRates.worst(events, meant, measure).map(about).orElse(""),
                reference,
                grown,
                threshold));
    }

    private static Diagnosis diagnosis(
            JvmCause cause,
            Diagnosis.Severity severity,
            String evidence,
            String reference,
            double value,
            double threshold) {
        String remedy = cause.remedy();
        return new Diagnosis(
                cause.id(),
                severity,
                evidence,
                remedy.substring(0, remedy.length() - 1), // its last full stop
                reference,
                value,
                threshold);
    }

    private static String perSecond(EventRates rates) {
        return against(rates, value -> Numbers.number(value, 2), " times per second");
    }

    private static String partOfTime(EventRates rates) {
        return against(rates, Numbers::percent, " of the time");
    }

    private static String partOfSamples(EventRates rates) {
        return against(rates, Numbers::percent, " of the samples");
    }

    /** {@code 342 times per second against 2.2 in the baseline (98 % interval of the difference: 168 to 687)}. */
    private static String against(EventRates rates, DoubleFunction<String> number, String unit) {
        return number.apply(rates.candidate()) + unit + " against " + number.apply(rates.baseline())
                + " in the baseline (" + Numbers.confidence(rates.difference().confidence())
                + " interval of the difference: "
                + number.apply(rates.difference().low()) + " to "
                + number.apply(rates.difference().high()) + ")";
    }

    private static String often(long times) {
        return times == 1 ? "once" : times + " times";
    }

    private static String place(Tally tally) {
        return tally.where().isEmpty() ? "an unknown method" : tally.where();
    }
}
