package dev.flamegate.judge.diagnosis;

import dev.flamegate.format.Numbers;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.finding.Diagnosis;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Threads that could run but do not: runnable in the wall-clock profile for far longer than they used CPU. */
final class CpuStarvation implements Recogniser {
    private static final double WARN = 1.5;
    private static final double FAIL = 2;

    /** The least CPU that allows a conclusion. */
    private static final double LEAST_SECONDS = 1;

    @Override
    public Optional<Diagnosis> in(Profiles now, @Nullable Profiles before) {
        double ratio = ratio(now);
        if (!(ratio > WARN)) {
            return Optional.empty();
        }
        double was = Recogniser.was(before, CpuStarvation::ratio);
        return Optional.of(new Diagnosis(
                "cpu-starvation",
                Recogniser.severity(ratio, FAIL),
                "threads were runnable for " + Numbers.number(ratio, 2) + " times the CPU they used ("
                        + Numbers.duration(Profiles.seconds(runnable(now))) + " against "
                        + Numbers.duration(Profiles.seconds(used(now))) + ")"
                        + (Double.isNaN(was) ? "" : ", " + Numbers.number(was, 2) + " times in the baseline")
                        + ": they waited for a CPU",
                "Give the service more CPU, run fewer threads at once, or find what else uses the machine; with a CPU"
                        + " limit, look at cpu.throttled",
                "https://docs.kernel.org/accounting/psi.html",
                ratio,
                WARN));
    }

    private static double ratio(Profiles profiles) {
        double used = used(profiles);
        return Profiles.seconds(used) >= LEAST_SECONDS ? runnable(profiles) / used : Double.NaN;
    }

    private static double runnable(Profiles profiles) {
        Weights wall = profiles.of(ProfileEvent.WALL);
        return wall.sum(
                (node, facet) -> wall.isWorking(node, facet) && facet.state().equals("runnable"));
    }

    private static double used(Profiles profiles) {
        return profiles.of(ProfileEvent.CPU).sum((node, facet) -> !facet.isMachine());
    }

    @Override
    public Set<ProfileEvent> explains() {
        return Set.of(ProfileEvent.WALL);
    }
}
