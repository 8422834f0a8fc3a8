package dev.flamegate.judge.diagnosis;

import dev.flamegate.model.Pair;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.finding.Diagnosis;
import dev.flamegate.profile.ProfiledRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The causes recognised in a run, the worst first. */
public final class Diagnoses {
    private static final List<Recogniser> RECOGNISERS = List.of(
            new ForkJoinChurn(),
            new CpuStarvation(),
            new AllocationStalls(),
            JvmShare.GC_PRESSURE,
            new LockContention(),
            new ExhaustedPool(),
            ThreadPoolSize.TOO_SMALL,
            new SerialStage(),
            ThreadPoolSize.TOO_LARGE,
            JvmShare.STILL_COMPILING,
            HotSpot.REGEX,
            HotSpot.EXCEPTIONS,
            HotSpot.LOGGING,
            HotSpot.REFLECTION,
            new GrowingHeap());

    private final List<Recognised> recognised;

    private Diagnoses(List<Recognised> recognised) {
        this.recognised = recognised;
    }

    /** The diagnoses of one run by itself. */
    public static Diagnoses of(ProfiledRun run) {
        return of(new Profiles(run), null, List.of());
    }

    /** The diagnoses of the candidate, in the light of the baseline. */
    public static Diagnoses of(ProfiledRun baseline, ProfiledRun candidate) {
        return of(baseline, candidate, List.of());
    }

    /**
     * The diagnoses of two arms.
     *
     * @param pairs in which the virtual machines of both may have recorded events
     */
    public static Diagnoses of(ProfiledRun baseline, ProfiledRun candidate, List<Pair> pairs) {
        return of(new Profiles(candidate), new Profiles(baseline), pairs);
    }

    private static Diagnoses of(Profiles now, @Nullable Profiles before, List<Pair> pairs) {
        List<Recognised> all = new ArrayList<>();
        JvmDiagnoses.of(pairs)
                .forEach(found -> all.add(new Recognised(found.diagnosis(), found.explains(), found.indicators())));
        for (Recogniser recogniser : RECOGNISERS) {
            recogniser
                    .in(now, before)
                    .ifPresent(diagnosis ->
                            all.add(new Recognised(diagnosis, recogniser.explains(), recogniser.indicators())));
        }
        all.sort(Comparator.comparing((Recognised one) -> one.diagnosis().severity())
                .thenComparing(one -> one.diagnosis().excess())
                .reversed()
                .thenComparing(one -> one.diagnosis().id()));
        return new Diagnoses(List.copyOf(all));
    }

    /** All diagnoses, the worst first. */
    public List<Diagnosis> all() {
        return recognised.stream().map(Recognised::diagnosis).toList();
    }

    /** The worst one that can cause a growth of this cost; hints are not causes. */
    public Optional<Diagnosis> of(ProfileEvent event) {
        return worst(one -> one.explains().contains(event));
    }

    /** The worst one that can make threads wait, and is not about what they execute; hints are not causes. */
    public Optional<Diagnosis> ofWaiting() {
        return worst(one ->
                one.explains().contains(ProfileEvent.WALL) && !one.explains().contains(ProfileEvent.CPU));
    }

    private Optional<Diagnosis> worst(Predicate<Recognised> meant) {
        return recognised.stream()
                .filter(meant)
                .map(Recognised::diagnosis)
                .filter(diagnosis -> diagnosis.severity() != Diagnosis.Severity.HINT)
                .findFirst();
    }

    /** The worst one that can cause a growth of an indicator that no profile explains, by its name. */
    public Optional<Diagnosis> ofUnprofiled(String indicator) {
        return recognised.stream()
                .filter(one -> one.indicators().contains(indicator))
                .map(Recognised::diagnosis)
                .findFirst();
    }

    private record Recognised(Diagnosis diagnosis, Set<ProfileEvent> explains, Set<String> indicators) {}
}
