package dev.flamegate.demo;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One case of the catalogue.
 *
 * @param name of its folder
 * @param folder with {@code flamegate.yaml} and the rules it names
 * @param title a few words
 * @param problem what is wrong in the service, a sentence or two
 * @param fix what mends it
 * @param lesson what one learns from it
 * @param steps one after the other, in one history; at least one
 */
public record Scenario(
        String name, Path folder, String title, String problem, String fix, String lesson, List<Step> steps) {
    public Scenario {
        steps = List.copyOf(steps);
        if (steps.isEmpty()) {
            throw new CatalogueProblem(name + ": a scenario has at least one step");
        }
        if (steps.stream().map(Step::name).collect(Collectors.toSet()).size() < steps.size()) {
            throw new CatalogueProblem(name + ": two steps have the same name");
        }
    }

    /** The plan that all its steps measure by. */
    public Path plan() {
        return folder.resolve("flamegate.yaml");
    }
}
