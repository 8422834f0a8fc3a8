package dev.flamegate.cli;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.flamegate.cli.Commands.Ended;
import dev.flamegate.fuzz.Input;
import dev.flamegate.fuzz.Seeds;
import dev.flamegate.os.Sha256;
import dev.flamegate.store.RunCodec;
import dev.flamegate.store.StoredRuns;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;

/** Whole commands on files of others: they end as they say they do, and never with a bug. */
class CommandFuzz {
    private static final Set<Integer> ENDS = Set.of(0, 2, 3, 4);

    /**
     * The first commands load most classes, and Jazzer instruments each of them: longer than an input may take. In its
     * JVM the current folder is not the module's.
     */
    @BeforeAll
    static void loadClasses() throws IOException, URISyntaxException {
        CommandFuzz commands = new CommandFuzz();
        byte[] rules = """
                version: 1
                rules:
                  - {id: cost, indicator: cpu.per-request, must: "< 5% growth vs previous run"}
                """.getBytes(StandardCharsets.UTF_8);
        commands.rules(rules);
        commands.result(Files.readAllBytes(
                Path.of(Objects.requireNonNull(CommandFuzz.class.getResource("/golden/report/failing/result.json"))
                        .toURI())));
        commands.judge(judged(rules));
    }

    @FuzzTest
    @Seeds(files = {"rules/sets/*.yaml", "rules/src/test/resources/dev/flamegate/plan/wrong/rules-*.yaml"})
    void rules(byte[] input) {
        ends(ENDS, "rules", "check", Input.file("rules.yaml", input));
    }

    @FuzzTest
    @Seeds(files = "gate-cli/src/test/resources/golden/report/*/result.json")
    void result(byte[] input) throws IOException {
        Path folder = Input.folder("report");
        Files.write(folder.resolve("result.json"), input);
        ends(ENDS, "comment", "--dry-run", "--strict", "--report", folder);
        for (String format : List.of("github", "azure", "teamcity", "buildkite")) {
            ends(ENDS, "comment", "--as", format, "--report", folder);
        }
        for (String format : List.of("slack", "teams", "json")) {
            ends(ENDS, "notify", "--dry-run", "--always", "--as", format, "--report", folder, "--history", folder);
        }
    }

    /** A stored run with this content and the right checksum, judged by these rules; it may break one. */
    @FuzzTest
    @Seeds(made = "judged")
    void judge(byte[] input) throws IOException {
        List<byte[]> parts = Input.parts(input, 3);
        Path folder = Input.folder("judged");
        Path run = Files.createDirectories(folder.resolve("history/runs/r1"));
        store(run, parts.get(0));
        store(Files.createDirectories(folder.resolve("history/runs/r0")), parts.get(1));
        Path rules = Files.write(folder.resolve("rules.yaml"), parts.get(2));
        Path plan = Files.writeString(
                folder.resolve("flamegate.yaml"),
                "service: shop\ntarget: {command: [a]}\nload: {simulation: a.B}\nversion: 1\n",
                StandardCharsets.UTF_8);
        Path history = folder.resolve("history");
        ends(Set.of(0, 1, 2, 3, 4), "judge", "r1", "--plan", plan, "--rules", rules, "--history", history);
        ends(ENDS, "history", "list", "--plan", plan, "--history", history);
        ends(ENDS, "history", "site", folder.resolve("site"), "--plan", plan, "--history", history);
    }

    private static void store(Path place, byte[] run) throws IOException {
        Files.write(place.resolve("run.json"), run);
        Files.writeString(place.resolve("SHA256SUMS"), Sha256.of(run) + "  run.json\n");
    }

    static List<byte[]> judged() throws IOException {
        List<byte[]> seeds = new ArrayList<>();
        for (String set : List.of(
                "../rules/sets/service.yaml",
                "../rules/src/test/resources/dev/flamegate/plan/every-key-of-rules.yaml")) {
            seeds.add(judged(Files.readAllBytes(Path.of(set))));
        }
        return seeds;
    }

    private static byte[] judged(byte[] rules) {
        byte[] now = RunCodec.encode(
                StoredRuns.run("r1", StoredRuns.START.plusSeconds(100), "17").run());
        byte[] before =
                RunCodec.encode(StoredRuns.run("r0", StoredRuns.START, "17").run());
        return Input.of(now, before, rules);
    }

    private static void ends(Set<Integer> codes, Object... command) {
        Ended ended = Commands.run(command);
        if (!codes.contains(ended.code())) {
            throw new IllegalStateException(String.join(
                            " ", List.of(command).stream().map(String::valueOf).toList()) + " ended with "
                    + ended.code() + "\n" + ended.err());
        }
    }
}
