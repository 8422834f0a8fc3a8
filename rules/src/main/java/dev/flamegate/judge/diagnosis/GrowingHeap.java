package dev.flamegate.judge.diagnosis;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.judge.attribution.SourceCode;
import dev.flamegate.model.Interval;
import dev.flamegate.model.LiveChange;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Trial;
import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.Diagnosis;
import dev.flamegate.stats.Change;
import dev.flamegate.stats.Moments;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Recognises objects that stay alive after a collection, more with every request, and names their classes: those that the
 * baseline does not keep as well. The service's own come first, since an array of bytes says little.
 */
final class GrowingHeap implements Recogniser {
    /** Fewest bytes per 1,000 requests that are a cause by themselves. */
    private static final double LEAST_BYTES = 512;

    /** Fewest objects per 1,000 requests of a class of the service's own, whatever they take themselves. */
    private static final double LEAST_OBJECTS = 1;

    /** From here on it is severe: 100 MiB in ten million requests. */
    private static final double SEVERE_BYTES = 10 << 10;

    /** A class is named if it is certain to grow, with this error; hundreds of classes are looked at. */
    private static final double ERROR = 0.005;

    /** Fewest trials: the difference between starts has to be known. */
    private static final int LEAST_TRIALS = 2;

    /** A class of the JDK or of a library is named if it has this part of all bytes that the named classes grew by. */
    private static final double LEAST_PART = 0.1;

    private static final int MOST_NAMED = 4;

    /** The growth of one class after 1,000 requests: how many more objects are alive, and their bytes. */
    private record Grown(String type, double objects, Interval interval, double bytes) {
        boolean isApplication() {
            return SourceCode.isApplicationClass(type);
        }
    }

    @Override
    public Optional<Diagnosis> in(Profiles now, @Nullable Profiles before) {
        List<Trial> candidate = now.watched();
        List<Trial> baseline = before == null ? List.of() : before.watched();
        if (candidate.size() < LEAST_TRIALS || (before != null && baseline.size() < LEAST_TRIALS)) {
            return Optional.empty();
        }
        List<Grown> all = candidate.stream()
                .flatMap(trial -> trial.live().stream())
                .map(LiveChange::type)
                .distinct()
                .map(type -> grown(type, baseline, candidate))
                .filter(one -> one.interval().low() > 0)
                .toList();
        double bytes = all.stream().mapToDouble(Grown::bytes).sum();
        List<Grown> named = all.stream()
                .filter(one -> one.isApplication()
                        ? one.objects() >= LEAST_OBJECTS
                        : one.bytes() >= Math.max(LEAST_BYTES, LEAST_PART * bytes))
                .sorted(Comparator.comparing(Grown::isApplication)
                        .thenComparing(Grown::bytes)
                        .reversed()
                        .thenComparing(Grown::type))
                .limit(MOST_NAMED)
                .toList();
        return named.isEmpty() ? Optional.empty() : Optional.of(diagnosis(named, all.size(), bytes, before != null));
    }

    private static Grown grown(String type, List<Trial> baseline, List<Trial> candidate) {
        Change change = Change.welch(moments(type, candidate), moments(type, baseline));
        return new Grown(
                type, change.estimate(), change.interval(ERROR), bytes(type, candidate) - bytes(type, baseline));
    }

    /** Objects of a class per 1,000 requests, trial by trial; nothing without trials. */
    private static Moments moments(String type, List<Trial> trials) {
        return trials.isEmpty()
                ? new Moments(1, 0, 0)
                : Moments.of(trials.stream()
                        .mapToDouble(trial ->
                                of(type, trial).mapToDouble(LiveChange::objects).sum() / thousands(trial))
                        .toArray());
    }

    private static double bytes(String type, List<Trial> trials) {
        return trials.stream()
                .mapToDouble(
                        trial -> of(type, trial).mapToDouble(LiveChange::bytes).sum() / thousands(trial))
                .average()
                .orElse(0);
    }

    private static Stream<LiveChange> of(String type, Trial trial) {
        return trial.live().stream().filter(change -> change.type().equals(type));
    }

    private static double thousands(Trial trial) {
        return trial.ok() / 1e3;
    }

    private static Diagnosis diagnosis(List<Grown> named, int all, double bytes, boolean compared) {
        String classes = named.stream()
                .map(one -> Numbers.number(one.objects(), 3) + " " + one.type() + " ("
                        + Numbers.quantity(one.bytes(), Unit.KIBIBYTES) + "; "
                        + Numbers.confidence(one.interval().confidence()) + " interval "
                        + Numbers.number(one.interval().low(), 3) + " to "
                        + Numbers.number(one.interval().high(), 3) + ")")
                .collect(Collectors.joining(", "));
        return new Diagnosis(
                "growing-heap",
                Recogniser.severity(bytes, SEVERE_BYTES),
                "each 1,000 requests leave " + (compared ? "more than in the baseline " : "") + "in the heap: "
                        + classes
                        + (all > named.size()
                                ? ", and of " + Names.plural(all - named.size(), "other class", "other classes")
                                : ""),
                "Find what keeps them: take a heap dump (jcmd PID GC.heap_dump FILE) and follow the references to the"
                        + " first class from its roots. A cache that is not full yet grows too: bound it, or warm up for longer",
                "https://docs.oracle.com/en/java/javase/17/troubleshoot/troubleshooting-memory-leaks.html",
                bytes,
                LEAST_BYTES);
    }

    @Override
    public Set<ProfileEvent> explains() {
        return Set.of();
    }

    @Override
    public Set<String> indicators() {
        return Set.of("heap.slope", "heap.slope.hourly", "heap.objects.slope");
    }
}
