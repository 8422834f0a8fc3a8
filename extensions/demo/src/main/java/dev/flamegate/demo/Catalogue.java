package dev.flamegate.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

final class Catalogue {
    /** The best order for learning; others follow by name. */
    private static final List<String> ORDER = List.of(
            "matrix",
            "allocation",
            "lock",
            "pool-exhausted",
            "single-actor",
            "serial-pipeline",
            "bursty-pool",
            "idle-pool",
            "starved",
            "allocation-stall",
            "n-plus-one",
            "exception",
            "regex",
            "logging",
            "tail",
            "leak",
            "creep",
            "no-op");

    private final Path folder;

    /** The catalogue in a folder, which holds a folder for each scenario. */
    Catalogue(Path folder) {
        this.folder = folder;
    }

    /**
     * All scenarios, in the order of the tour.
     *
     * @throws CatalogueProblem when there are no scenarios, or one cannot be read
     */
    public List<Scenario> scenarios() {
        try (Stream<Path> places = Files.list(folder)) {
            List<Scenario> found = places.filter(place -> Files.exists(place.resolve("expected.yaml")))
                    .sorted()
                    .map(ExpectedFile::read)
                    .toList();
            if (found.isEmpty()) {
                throw new CatalogueProblem(folder + ": there are no scenarios here");
            }
            return found.stream()
                    .sorted(Comparator.comparingInt(Catalogue::place))
                    .toList();
        } catch (IOException e) {
            throw new CatalogueProblem(folder + ": the catalogue cannot be read: " + e, e);
        }
    }

    private static int place(Scenario scenario) {
        int place = ORDER.indexOf(scenario.name());
        return place < 0 ? ORDER.size() : place;
    }

    /**
     * The scenario with a name.
     *
     * @throws CatalogueProblem when it does not exist; lists the existing ones
     */
    public Scenario scenario(String name) {
        List<Scenario> all = scenarios();
        return all.stream()
                .filter(scenario -> scenario.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new CatalogueProblem(name + ": there is no such scenario; choose from "
                        + String.join(", ", all.stream().map(Scenario::name).toList())));
    }
}
