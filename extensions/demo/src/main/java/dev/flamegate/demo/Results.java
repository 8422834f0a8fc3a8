package dev.flamegate.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The latest result of each scenario, in the folder of its reports, so that the page can combine several sessions. */
public final class Results {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final Path work;

    /** The results in the work folder of demos. */
    public Results(Path work) {
        this.work = work;
    }

    public void save(ScenarioResult found) {
        try {
            Files.write(
                    file(found.scenario()),
                    JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(found));
        } catch (IOException e) {
            throw new CatalogueProblem(file(found.scenario()) + ": the result cannot be written: " + e, e);
        }
    }

    /** The latest result; empty when the scenario has not been run here. */
    public Optional<ScenarioResult> load(String scenario) {
        Path file = file(scenario);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(JSON.readValue(Files.readAllBytes(file), ScenarioResult.class));
        } catch (IOException | JacksonException e) {
            throw new CatalogueProblem(file + ": the result cannot be read; run the scenario again: " + e, e);
        }
    }

    private Path file(String scenario) {
        return work.resolve(scenario).resolve("found.json");
    }
}
