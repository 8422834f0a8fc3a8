package dev.flamegate.demo;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.flamegate.demo.Scenario.Step;
import dev.flamegate.model.finding.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** {@code expected.yaml} as written: missing fields are empty. */
record ExpectedFile(
        String title,
        String problem,
        String fix,
        String lesson,
        @Nullable List<StepFile> steps) {
    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    /** One step; exactly one of {@code run} and {@code compare} is its name. */
    record StepFile(
            @Nullable String run,
            @Nullable String compare,
            @Nullable Map<String, String> set,
            @Nullable String pin,
            @Nullable Set<Verdict> verdict,
            @Nullable Map<String, Expectation.Cause> broken,
            @JsonProperty("may-break") @Nullable List<String> mayBreak,
            @Nullable List<String> holds,
            @JsonProperty("falls-by") @Nullable Map<String, Double> fallsBy,
            @Nullable Map<String, List<String>> diagnoses,
            @Nullable List<String> undiagnosed,
            @Nullable Boolean moved) {

        Step step() {
            if ((run == null) == (compare == null)) {
                throw new CatalogueProblem("a step is either `run: NAME` or `compare: NAME`");
            }
            return new Step(
                    run != null ? run : Objects.requireNonNull(compare),
                    run != null ? Step.Kind.RUN : Step.Kind.COMPARE,
                    or(set, Map.of()),
                    pin,
                    new Expectation(
                            or(verdict, Set.of()),
                            or(broken, Map.of()),
                            or(mayBreak, List.of()),
                            or(holds, List.of()),
                            or(fallsBy, Map.of()),
                            or(diagnoses, Map.of()),
                            or(undiagnosed, List.of()),
                            or(moved, false)));
        }

        private static <T> T or(@Nullable T value, T otherwise) {
            return value == null ? otherwise : value;
        }
    }

    static Scenario read(Path folder) {
        Path file = folder.resolve("expected.yaml");
        try {
            Object yaml = new Load(
                            LoadSettings.builder().setLabel(file.toString()).build())
                    .loadFromString(Files.readString(file));
            ExpectedFile expected = STRICT.convertValue(yaml, ExpectedFile.class);
            return new Scenario(
                    String.valueOf(folder.getFileName()),
                    folder,
                    expected.title(),
                    expected.problem(),
                    expected.fix(),
                    expected.lesson(),
                    Objects.requireNonNullElse(expected.steps(), List.<StepFile>of()).stream()
                            .map(StepFile::step)
                            .toList());
        } catch (IOException | YamlEngineException | JacksonException | NullPointerException | CatalogueProblem e) {
            throw new CatalogueProblem(file + ": " + e.getMessage(), e);
        }
    }
}
