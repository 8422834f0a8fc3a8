package dev.flamegate.program;

import dev.flamegate.program.Program.Ended;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;

/** Faults of the files that commands without a measurement read and write: recordings, rules, pages, pins. */
final class FileFaults extends FaultCases {
    private static final String COLLAPSED = "a.A.run;a.A.go 12\n";
    private static final String LEDGER = "flamegate-accepted.yaml";

    @Override
    void list() {
        flame();
        rules();
        history();
    }

    private void flame() {
        judged(
                "flame",
                "garbage",
                "there is no such recording",
                2,
                List.of("none.jfr"),
                ground -> ground.run("flame", "none.jfr"));
        judged(
                "flame",
                "garbage",
                "the recording is garbage",
                3,
                List.of("a.jfr"),
                ground -> ground.write("a.jfr", "garbage").run("flame", "a.jfr"));
        judged("flame", "half-written file", "a recording ends in its header", 3, List.of("a.jfr"), ground -> {
            Files.write(ground.folder().resolve("a.jfr"), "FLR\0\0\2".getBytes(StandardCharsets.ISO_8859_1));
            return ground.run("flame", "a.jfr");
        });
        judged(
                "flame",
                "wrong schema",
                "the recording is empty",
                2,
                List.of("no samples"),
                ground -> ground.write("a.collapsed", "").run("flame", "a.collapsed"));
        judged(
                "flame",
                "read-only",
                "the page cannot be written",
                3,
                List.of("ead-only"),
                ground -> ground.write("a.collapsed", COLLAPSED)
                        .readOnly("out", "flame", "a.collapsed", "-o", "out/flame.html"));
        judged(
                "flame",
                "disk full",
                "no space for the page",
                3,
                List.of("o space left"),
                ground -> ground.write("a.collapsed", COLLAPSED)
                        .full("out", "flame", "a.collapsed", "-o", "out/flame.html"));
    }

    private void rules() {
        judged(
                "rules",
                "garbage",
                "there is no such file",
                2,
                List.of("none.yaml"),
                ground -> ground.run("rules", "check", "none.yaml"));
        judged(
                "rules",
                "garbage",
                "the file is garbage",
                2,
                List.of("a.yaml"),
                ground -> ground.write("a.yaml", "\u0000{{{").run("rules", "check", "a.yaml"));
        judged(
                "rules",
                "half-written file",
                "the file ends within a rule",
                2,
                List.of("a.yaml"),
                ground -> ground.write("a.yaml", "version: 1\nrules:\n  - id: cpu\n    indicator: cpu.uti")
                        .run("rules", "check", "a.yaml"));
        judged("rules", "garbage", "the ledger is garbage", 2, List.of(LEDGER), ground -> {
            Ended ended = ground.write(LEDGER, "{{{").run("judge", "latest");
            Files.delete(ground.folder().resolve(LEDGER));
            return ended;
        });
    }

    private void history() {
        judged(
                "history",
                "read-only",
                "a pin cannot be written",
                3,
                List.of("ead-only"),
                ground -> ground.readOnly(".flamegate", "history", "pin", "latest", "good"));
        judged(
                "history",
                "disk full",
                "no space for a pin",
                3,
                List.of("o space left"),
                ground -> ground.full(".flamegate", "history", "pin", "latest", "good"));
        judged(
                "history",
                "read-only",
                "the site cannot be written",
                3,
                List.of("ead-only"),
                ground -> ground.readOnly("out", "history", "site", "out/site"));
        judged(
                "history",
                "disk full",
                "no space for the site",
                3,
                List.of("o space left"),
                ground -> ground.full("out", "history", "site", "out/site"));
        judged(
                "history",
                "garbage",
                "a file stands where the site should",
                3,
                List.of("elsewhere"),
                ground -> ground.write("elsewhere", "a file").run("history", "site", "elsewhere"));
    }
}
