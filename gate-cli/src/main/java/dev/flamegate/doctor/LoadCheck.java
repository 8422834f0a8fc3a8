package dev.flamegate.doctor;

import dev.flamegate.plan.LoadSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Whether the simulation's jars and folders are there. */
final class LoadCheck implements Check {
    private final Situation situation;
    private final LoadSpec load;

    LoadCheck(Situation situation, LoadSpec load) {
        this.situation = situation;
        this.load = load;
    }

    @Override
    public String id() {
        return "load";
    }

    @Override
    public Group group() {
        return Group.PLAN;
    }

    @Override
    public CheckResult look() {
        List<String> missing = load.classpath().stream()
                .filter(entry -> !Files.exists(resolved(entry)))
                .toList();
        return missing.isEmpty()
                ? CheckResult.ok("the class path of " + load.simulation() + " is there")
                : CheckResult.fail(
                        "load: classpath: " + String.join(", ", missing) + (missing.size() == 1 ? " is" : " are")
                                + " not there",
                        "Build the simulation, or correct load: classpath.");
    }

    private Path resolved(String entry) {
        return situation.folder().resolve(entry);
    }
}
