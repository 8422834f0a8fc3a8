package dev.flamegate.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** What was found last in each scenario, in the folder of its reports: the page of all can be written from several turns. */
public final class Results {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final Path work;

    /** The results in the folder that demonstrations work in. */
    public Results(Path work) {
        this.work = work;
    }

    /** Keeps what was found. */
    public void save(FoundScenario found) {
        try {
            Files.write(
                    file(found.scenario()),
                    JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(found));
        } catch (IOException e) {
            throw new CatalogueProblem(file(found.scenario()) + ": the result cannot be written: " + e, e);
        }
    }

    /** What was found last; empty when the scenario has not been run here. */
    public Optional<FoundScenario> load(String scenario) {
        Path file = file(scenario);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(JSON.readValue(Files.readAllBytes(file), FoundScenario.class));
        } catch (IOException | JacksonException e) {
            throw new CatalogueProblem(file + ": the result cannot be read; run the scenario again: " + e, e);
        }
    }

    private Path file(String scenario) {
        return work.resolve(scenario).resolve("found.json");
    }
}
