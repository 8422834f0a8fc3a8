package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.program.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Faults of {@code bench/bank}: of what it keeps, so that a run that was stopped goes on where it was. */
final class BankFaults extends FaultCases {
    private static final String RUN = "bench/bank/run";
    private static final String PAGE = "docs/track-record.md";

    private static final String RESULTS = "bench/bank/results/0123456789ab-cpu-2";

    private static final String RESULT = """
            {"budget": "12m", "commit": "0123456789ab", "cpus": 2, "exit": 0, "growths": {}, "jdk": "17",
             "machine": "CPU", "measured": "2026-11-26T00:00:00Z", "minutes": 1.0, "named": [], "broken": [], "pairs": 0, "right": null,
             "rivals": [], "verdict": "PASS"}
            """;

    /** Measures nothing, and writes the page of what is kept. */
    private static final List<String> PAGE_ALONE = List.of("python3", RUN, "--only", "none of them");

    @Override
    void list() {
        judged("bank", "half-written file", "a result that is kept is cut off", 0, List.of("is damaged"), ground -> {
            Path result = bank(ground);
            Files.writeString(result, Files.readString(result).substring(0, 20));
            Ended ended = Program.run(ground.folder(), PAGE_ALONE);
            assertThat(rows(ground)).isEqualTo(results(ground).size() - 1L);
            return ended;
        });
        judged("bank", "garbage", "a case is no JSON", 1, List.of("case.json cannot be read"), ground -> {
            bank(ground);
            ground.write("bench/bank/cases/jjwt/case.json", "{");
            return Program.run(ground.folder(), PAGE_ALONE);
        });
        judged(
                "bank",
                "disk full",
                "no space for the page",
                1,
                List.of("track-record.md cannot be written"),
                ground -> {
                    bank(ground);
                    assertThat(Program.run(ground.folder(), PAGE_ALONE).code()).isZero();
                    String page = ground.read(PAGE);
                    List<String> command = new ArrayList<>(List.of("bash", "-c", "ulimit -f 1; exec \"$@\"", "full"));
                    command.addAll(PAGE_ALONE);
                    Ended ended = Program.run(ground.folder(), command);
                    assertThat(ground.read(PAGE)).as("the page as it was").isEqualTo(page);
                    assertThat(ground.folder().resolve(PAGE + ".part")).doesNotExist();
                    return ended;
                });
    }

    /** A copy of the bank with two results; returns one of them. */
    private static Path bank(FaultGround ground) throws IOException {
        Path from = Program.CHECKOUT.resolve("bench/bank");
        Path to = ground.folder().resolve("bench/bank");
        try (Stream<Path> all = Files.walk(from)) {
            for (Path file : all.filter(one -> !one.startsWith(from.resolve("target")))
                    .filter(one -> !one.startsWith(from.resolve("results")))
                    .toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(file, copy);
                }
            }
        }
        Files.createDirectories(ground.folder().resolve(PAGE).getParent());
        for (String name : List.of("jjwt-0.10.8-0.11.5", "jjwt-0.11.2-0.11.5")) {
            ground.write(RESULTS + "/" + name + ".json", RESULT);
        }
        return results(ground).get(0);
    }

    private static List<Path> results(FaultGround ground) throws IOException {
        try (Stream<Path> all = Files.list(ground.folder().resolve(RESULTS))) {
            return all.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
    }

    /** Comparisons on the page that were measured. */
    private static long rows(FaultGround ground) throws IOException {
        return ground.read(PAGE)
                .lines()
                .filter(line -> line.matches("\\| .* \\| PASS \\| .*"))
                .count();
    }
}
