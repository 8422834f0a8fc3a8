package dev.flamegate.report.html;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.Run;
import dev.flamegate.model.Scraped;
import dev.flamegate.model.Trial;
import dev.flamegate.report.ComparisonCourse;
import dev.flamegate.report.GateReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Place and subject of the run, its differences from the baseline's, and where the time went.
 *
 * @param jars what the target was started with, folded away where nothing differs
 * @param trials titles of the columns of {@code stages}
 * @param stages time per stage and trial
 * @param runStages time of the run outside its trials
 * @param overhead what was neither warm-up nor measured, by trial; empty without stages
 * @param problems what keeps the two runs from being compared, a sentence each
 */
public record ContextView(
        List<Part> context,
        Jars jars,
        List<Part> fingerprint,
        boolean compared,
        List<String> problems,
        List<String> trials,
        List<Stage> stages,
        List<Stage> runStages,
        String total,
        String overhead) {
    /** Stages that are the load itself; all others are the price of measuring. */
    private static final Set<String> LOADED = Set.of("warm-up", "measure");

    private static final int MOST_INSTANCES = 8;

    /** One fact of both runs; {@code there} is empty without a baseline. */
    public record Part(String name, String here, String there, boolean differs) {}

    /** All jars of both runs, and those that differ. */
    public record Jars(String title, List<Part> differing, List<Part> all) {}

    /** Time of one stage, a cell per column. */
    public record Stage(String name, List<String> times) {}

    static ContextView of(GateReport report) {
        Run run = report.run();
        Optional<Run> other = report.baseline().map(baseline -> baseline.run().run());
        Set<String> stages = new LinkedHashSet<>();
        run.trials().forEach(trial -> stages.addAll(trial.seconds().keySet()));
        return new ContextView(
                parts(facts(run), other.map(ContextView::facts)),
                jars(run, other),
                parts(
                        run.fingerprint().parts(),
                        other.map(that -> that.fingerprint().parts())),
                other.isPresent(),
                other.map(that -> run.differences(that).stream()
                                .map(Names::visible)
                                .toList())
                        .orElse(List.of()),
                run.trials().stream().map(trial -> "Trial " + trial.number()).toList(),
                stages.stream().map(stage -> stage(stage, run.trials())).toList(),
                own(report).entrySet().stream()
                        .map(stage ->
                                new Stage(Names.visible(stage.getKey()), List.of(Numbers.duration(stage.getValue()))))
                        .toList(),
                Numbers.duration(total(report)),
                overhead(run.trials()));
    }

    /**
     * The jars of both runs. A baseline without recorded jars, such as one of an earlier version, does not make all of
     * them differ.
     */
    private static Jars jars(Run run, Optional<Run> baseline) {
        Map<String, String> here = jars(run.context());
        List<Part> all =
                parts(here, baseline.map(other -> jars(other.context())).filter(jars -> !jars.isEmpty()));
        List<Part> differing = all.stream().filter(Part::differs).toList();
        String title = Numbers.count(all.size())
                + (all.size() == 1 ? " jar" : " jars")
                + (differing.isEmpty() ? "" : ", " + Numbers.count(differing.size()) + " of them different");
        return new Jars(title, differing, all);
    }

    private static Map<String, String> jars(Map<String, String> context) {
        Map<String, String> jars = new LinkedHashMap<>();
        context.forEach((name, value) -> {
            if (name.startsWith(Run.JAR)) {
                jars.put(name.substring(Run.JAR.length()), value);
            }
        });
        return jars;
    }

    /** All facts but the jars, with the use of several instances and of the programs next to the target. */
    private static Map<String, String> facts(Run run) {
        Map<String, String> facts = new LinkedHashMap<>(run.context());
        facts.keySet().removeIf(name -> name.startsWith(Run.JAR));
        instances(run.trials()).ifPresent(cpu -> facts.put("CPUs by instance", cpu));
        Map<String, List<Double>> shares = new LinkedHashMap<>();
        Map<String, Double> cpus = new LinkedHashMap<>();
        for (Trial trial : run.trials()) {
            for (Trial.Beside one : trial.beside()) {
                shares.computeIfAbsent(one.name(), none -> new ArrayList<>())
                        .add(one.cpuSeconds() / trial.measuredSeconds());
                cpus.put(one.name(), one.cpus());
            }
        }
        shares.forEach((name, used) -> facts.put(
                "CPUs of " + name + " beside it",
                Numbers.number(
                                used.stream()
                                        .mapToDouble(Double::doubleValue)
                                        .average()
                                        .orElse(0),
                                2) + " of " + Numbers.written(cpus.getOrDefault(name, 1.0))));
        return facts;
    }

    /** The use of each of several instances over all trials, the one with the most first. */
    private static Optional<String> instances(List<Trial> trials) {
        Map<String, Double> cpu =
                Scraped.over(trials.stream().map(Trial::scraped).toList()).instanceCpu();
        double seconds = trials.stream().mapToDouble(Trial::measuredSeconds).sum();
        List<String> most = cpu.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .map(instance -> instance.getKey() + " " + Numbers.number(instance.getValue() / seconds, 2))
                .toList();
        if (most.isEmpty()) {
            return Optional.empty();
        }
        int others = most.size() - MOST_INSTANCES;
        return Optional.of(String.join(", ", most.subList(0, Math.min(MOST_INSTANCES, most.size())))
                + (others > 0 ? " and " + Numbers.count(others) + " more" : ""));
    }

    private static List<Part> parts(Map<String, String> here, Optional<Map<String, String>> there) {
        Set<String> names = new LinkedHashSet<>(here.keySet());
        there.ifPresent(other -> names.addAll(other.keySet()));
        List<Part> parts = new ArrayList<>();
        for (String name : names) {
            String mine = here.getOrDefault(name, "");
            String other = there.map(map -> map.getOrDefault(name, "")).orElse("");
            parts.add(new Part(
                    Names.visible(name),
                    Names.visible(mine),
                    Names.visible(other),
                    there.isPresent() && !Objects.equals(mine, other)));
        }
        return parts;
    }

    private static Stage stage(String name, List<Trial> trials) {
        return new Stage(
                Names.visible(name),
                trials.stream()
                        .map(trial -> trial.seconds().containsKey(name)
                                ? Numbers.duration(trial.seconds().get(name))
                                : "")
                        .toList());
    }

    private static String overhead(List<Trial> trials) {
        return trials.stream()
                .filter(trial -> !trial.seconds().isEmpty())
                .map(trial -> Numbers.duration(trial.seconds().entrySet().stream()
                                .filter(stage -> !LOADED.contains(stage.getKey()))
                                .mapToDouble(Map.Entry::getValue)
                                .sum())
                        + " in trial " + trial.number())
                .collect(Collectors.joining(", "));
    }

    private static Map<String, Double> own(GateReport report) {
        return report.comparison()
                .map(ComparisonCourse::stages)
                .orElse(report.run().seconds());
    }

    /** The total time. The arms of a pair run side by side: for a comparison the pairs count, not the stages. */
    private static double total(GateReport report) {
        Stream<Double> measured = report.comparison()
                .map(compared -> compared.seconds().stream())
                .orElseGet(() -> report.run().trials().stream().map(Trial::took));
        return Stream.concat(own(report).values().stream(), measured)
                .mapToDouble(Double::doubleValue)
                .sum();
    }
}
