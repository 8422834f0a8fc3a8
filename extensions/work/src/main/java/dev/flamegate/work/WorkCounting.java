package dev.flamegate.work;

import dev.flamegate.format.Names;
import dev.flamegate.gate.WorkCounter;
import dev.flamegate.gate.facts.RunFacts;
import dev.flamegate.gate.measure.TestBed;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Work;
import dev.flamegate.model.WorkCount;
import dev.flamegate.model.WorkDifference;
import dev.flamegate.model.WorkDifference.Method;
import dev.flamegate.model.rule.IndicatorSource;
import dev.flamegate.os.AtOnce;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.ProfileSpec;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.runtime.PlacedTarget;
import dev.flamegate.runtime.Progress;
import dev.flamegate.runtime.TargetRuntime;
import dev.flamegate.runtime.UnpackedAgent;
import dev.flamegate.targets.AppFiles;
import dev.flamegate.work.code.ChangedMethods;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Counts the work of one build or of two, these at the same time, on all CPUs, since counts do not depend on the machine,
 * compiled by the fast compiler alone, and without the profiler.
 */
public final class WorkCounting implements WorkCounter {
    private static final int MOST_STARTS = 3;
    private static final int STARTS_OF_RUN = 2;
    private static final int MOST_UNREACHED = 20;
    private static final int MOST_NAMED = 3;
    private static final String FAST_COMPILER = "-XX:TieredStopAtLevel=1";

    /** Tells the agent before the first class of the target is loaded. */
    private static final String IN_JDK = "-Ddev.flamegate.work.jdk=true";

    private static final Duration USUAL = Duration.ofSeconds(30);

    @Override
    public Counted count(Builds builds, Path logs, Predicate<Counted> isEnough) throws InterruptedException {
        MeasurementPlan setup = builds.setup();
        Progress progress = setup.progress();
        ChangedMethods changes = changes(builds);
        boolean cold = isColdMeant(setup);
        List<CountedStart> baseline = new ArrayList<>();
        List<CountedStart> candidate = new ArrayList<>();
        try (UnpackedAgent agent = UnpackedAgent.of(WorkCounting.class, "The agent that counts")) {
            MeasurementPlan counting = setup.sending(agent.path(), plan(setup.plan()));
            TestBed bed = builds.beds().open(builds.runtime(), counting);
            List<String> options =
                    setup.plan().compare().workInJdk() ? List.of(FAST_COMPILER, IN_JDK) : List.of(FAST_COMPILER);
            try (TargetRuntime runtime = bed.runtime()) {
                PlacedTarget before = placed(runtime, builds.runtime(), builds.baseline(), Arm.BASELINE, options);
                PlacedTarget after = placed(runtime, builds.runtime(), builds.candidate(), Arm.CANDIDATE, options);
                runtime.hastenStarts(List.of(before, after));
                while (true) {
                    int number = baseline.size() + 1;
                    progress.stage("counting work, start " + number, USUAL);
                    both(bed, before, after, logs.resolve("start-" + number), cold, baseline, candidate);
                    Counted counted = counted(builds, changes, baseline, candidate);
                    if (isEnough.test(counted) || number >= MOST_STARTS) {
                        progress.note(words(counted));
                        draw(setup, logs, baseline.get(0), candidate.get(0));
                        return counted;
                    }
                }
            }
        }
    }

    @Override
    public List<Work> count(MeasurementPlan setup, TestBed.Factory beds, Path logs) throws InterruptedException {
        List<Work> starts = new ArrayList<>();
        boolean cold = isColdMeant(setup);
        try (UnpackedAgent agent = UnpackedAgent.of(WorkCounting.class, "The agent that counts")) {
            TargetSpec.Runtime where = setup.plan().target().runtime();
            TestBed bed = beds.open(where, setup.sending(agent.path(), plan(setup.plan())));
            try (TargetRuntime runtime = bed.runtime()) {
                PlacedTarget placed =
                        placed(runtime, where, RunFacts.Build.of(setup.plan()), Arm.CANDIDATE, List.of(FAST_COMPILER));
                for (int number = 1; number <= STARTS_OF_RUN; number++) {
                    setup.progress().stage("counting work, start " + number, USUAL);
                    starts.add(CountedStart.of(bed, placed, logs.resolve("start-" + number), cold)
                            .work());
                }
            }
        }
        return starts;
    }

    /** Writes the flame diff of instructions; without it nothing else is missing. */
    private static void draw(MeasurementPlan setup, Path folder, CountedStart baseline, CountedStart candidate) {
        try {
            InstructionFlame.write(folder, setup.plan().service(), baseline, candidate);
            setup.progress().note("instructions as a flame diff: " + folder.resolve(WorkCounter.PAGE));
        } catch (IOException e) {
            setup.progress().warn("the flame diff of instructions cannot be written: " + e);
        }
    }

    /** True if a rule is about requests after a collection. */
    private static boolean isColdMeant(MeasurementPlan setup) {
        return setup.rules().rules().stream()
                .anyMatch(rule -> rule.indicator().source() instanceof IndicatorSource.Counted counted
                        && counted.count() == WorkCount.COLD_INSTRUCTIONS);
    }

    /** The plan of targets that count: all CPUs, no profiler. */
    private static Plan plan(Plan plan) {
        return plan.measuring(
                plan.target()
                        .within(
                                new TargetSpec.Limits(
                                        null, plan.target().limits().memoryBytes()),
                                List.of()),
                new ProfileSpec(
                        List.of(), plan.profile().interval(), plan.profile().profiler()));
    }

    private static PlacedTarget placed(
            TargetRuntime runtime, TargetSpec.Runtime where, RunFacts.Build build, Arm arm, List<String> options) {
        TargetSpec target = build.target().in(where);
        return runtime.place(
                target.within(new TargetSpec.Limits(null, target.limits().memoryBytes()), options), arm, build.arm());
    }

    /** Starts both builds at the same time. */
    private static void both(
            TestBed bed,
            PlacedTarget before,
            PlacedTarget after,
            Path logs,
            boolean cold,
            List<CountedStart> baseline,
            List<CountedStart> candidate)
            throws InterruptedException {
        Map<PlacedTarget, CountedStart> starts = AtOnce.of(List.of(before, after), placed -> {
            Path folder = logs.resolve(placed.equals(before) ? "baseline" : "candidate");
            return CountedStart.of(bed, placed, folder, cold);
        });
        baseline.add(Objects.requireNonNull(starts.get(before)));
        candidate.add(Objects.requireNonNull(starts.get(after)));
    }

    private static ChangedMethods changes(Builds builds) {
        Path folder = builds.setup().folder();
        Optional<AppFiles> before = AppFiles.of(builds.baseline().target().subject(), folder);
        Optional<AppFiles> after = AppFiles.of(builds.candidate().target().subject(), folder);
        if (before.isEmpty() || after.isEmpty()) {
            return ChangedMethods.unknown("the jars of both builds are not on this machine");
        }
        return before.equals(after) ? ChangedMethods.none() : ChangedMethods.between(before.get(), after.get());
    }

    private static Counted counted(
            Builds builds, ChangedMethods changes, List<CountedStart> baseline, List<CountedStart> candidate) {
        Set<String> requests = new TreeSet<>();
        baseline.forEach(start -> requests.addAll(start.work().requests().keySet()));
        List<Method> methods = requests.stream()
                .flatMap(request -> differing(request, baseline, candidate, changes.names()))
                .sorted(WorkDiffer.Weighed.ORDER)
                .map(WorkDiffer.Weighed::method)
                .toList();
        Set<String> ran = new HashSet<>();
        baseline.forEach(start -> ran.addAll(start.table().ran()));
        candidate.forEach(start -> ran.addAll(start.table().ran()));
        Set<String> unreached = new TreeSet<>(changes.names());
        unreached.removeIf(name -> isReached(name, ran));
        WorkDifference difference = new WorkDifference(
                methods,
                changes.names().size(),
                changes.names().size() - unreached.size(),
                unreached.stream().limit(MOST_UNREACHED).toList(),
                otherwise(builds, changes, candidate.get(0).work()));
        List<Work> works = InputEffects.takenOff(
                Stream.concat(baseline.stream(), candidate.stream()).toList());
        return new Counted(
                baseline.get(0).facts(),
                works.subList(0, baseline.size()),
                works.subList(baseline.size(), works.size()),
                difference);
    }

    /** The methods that differ in requests of one name, and those that differ only after a collection. */
    private static Stream<WorkDiffer.Weighed> differing(
            String request, List<CountedStart> baseline, List<CountedStart> candidate, Set<String> changed) {
        List<WorkDiffer.Weighed> warm = WorkDiffer.of(request, baseline, candidate, changed);
        Set<String> known = warm.stream().map(one -> one.method().name()).collect(Collectors.toSet());
        return Stream.concat(
                warm.stream(),
                WorkDiffer.of(Work.afterCollection(request), baseline, candidate, changed).stream()
                        .filter(one -> !known.contains(one.method().name())));
    }

    /** True if a method that differs has run; what a class is besides its methods counts if any of them has. */
    private static boolean isReached(String name, Set<String> ran) {
        String type = name.substring(0, name.lastIndexOf('.') + 1);
        return ran.contains(name)
                || (name.equals(type + ChangedMethods.HEAD) && ran.stream().anyMatch(other -> other.startsWith(type)));
    }

    /** What may make a difference besides the methods that ran; {@code null} for nothing. */
    private static @Nullable String otherwise(Builds builds, ChangedMethods changes, Work counted) {
        TargetSpec baseline = builds.baseline().target();
        TargetSpec candidate = builds.candidate().target();
        if (changes.problem() != null) {
            return changes.problem();
        } else if (!baseline.running(candidate.subject()).equals(candidate)) {
            return "the two builds are started differently";
        } else if (!changes.declarations().isEmpty()) {
            return "declarations without code differ, by which a framework acts: "
                    + changes.declarations().stream()
                            .map(name -> Names.shortFrame(name).replace("." + ChangedMethods.HEAD, ""))
                            .limit(MOST_NAMED)
                            .collect(Collectors.joining(", "));
        } else if (!changes.resources().isEmpty()) {
            return Names.plural(changes.resources().size(), "file") + " that are no classes differ: "
                    + changes.resources().stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
        }
        List<String> unseen = counted.uncounted().stream()
                .map(failure -> failure.replaceFirst(":.*", ""))
                .filter(type -> changes.names().stream().anyMatch(name -> name.startsWith(type + ".")))
                .limit(MOST_NAMED)
                .toList();
        return unseen.isEmpty() ? null : "changed classes are not counted: " + String.join(", ", unseen);
    }

    private static String words(Counted counted) {
        WorkDifference difference = counted.difference();
        int requests = counted.baseline().get(0).requests().size();
        String code = difference.otherwise() != null
                ? difference.otherwise()
                : difference.changed() == 0
                        ? "no method differs between the builds"
                        : difference.reached() + " of " + Names.plural(difference.changed(), "method")
                                + " that differ ran";
        return "counted " + Names.plural(requests, "request") + " by name in "
                + Names.plural(counted.baseline().size(), "start") + " of each build: " + code
                + (difference.methods().isEmpty()
                        ? ""
                        : ", " + Names.plural(difference.methods().size(), "method") + " did more or less work");
    }
}
