package dev.flamegate.pipeline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/**
 * The {@code flamegate} of an agent: records that it was called, and then does what the command would do, with a given
 * verdict. It reads its arguments like the real one, with picocli.
 */
final class Gate {
    /** Exit code of the script in place of flamegate's own. */
    static final int ASKED = 93;

    private final Path folder;
    private final List<List<String>> calls = new ArrayList<>();
    private int code;
    private String result = "";
    private boolean docker = true;

    Gate(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
        executable(
                "flamegate",
                "#!/bin/sh\nenv >> '" + folder + "/seen-on-'\"$NODE_NAME\"\nprintf '%s\\n' \"$#\" \"$1\" > '"
                        + folder.resolve("call") + "'\nexit " + ASKED + "\n");
        executable("docker", "#!/bin/sh\ntest -f '" + folder.resolve("engine") + "'\n");
        docker(true);
    }

    /** Sets what it will find. */
    Gate says(int exitCode, String verdict, String headline) {
        code = exitCode;
        result = verdict.isEmpty()
                ? ""
                : "{\"version\": 1, \"verdict\": \"" + verdict + "\", \"exitCode\": " + exitCode + ", \"headline\": \""
                        + headline + "\", \"findings\": [{\"rule\": \"cpu\", \"verdict\": \"" + verdict
                        + "\", \"message\": \"cpu.per-request is 11 ms\"}]}";
        return this;
    }

    /** Writes something other than a result. */
    Gate leaves(String text) {
        result = text;
        return this;
    }

    Gate docker(boolean there) throws IOException {
        docker = there;
        if (there) {
            Files.writeString(folder.resolve("engine"), "");
        } else {
            Files.deleteIfExists(folder.resolve("engine"));
        }
        return this;
    }

    boolean hasDocker() {
        return docker;
    }

    Path folder() {
        return folder;
    }

    /** All variables that programs on an agent saw, as whatever a change left behind there can. */
    String seenOn(String node) throws IOException {
        return Files.readString(folder.resolve("seen-on-" + node));
    }

    /** The arguments of every call, in order. */
    List<List<String>> calls() {
        return List.copyOf(calls);
    }

    /** The calls of one command. */
    List<List<String>> calls(String command) {
        return calls.stream().filter(words -> words.get(0).equals(command)).toList();
    }

    void calls(Path workspace, String file) throws IOException {
        Files.writeString(folder.resolve("call"), "1\n@" + file + "\n");
    }

    /** The exit code of a script: that of flamegate, if the script called it. */
    int after(Path workspace, int exit) throws IOException {
        Path call = folder.resolve("call");
        if (!Files.exists(call)) {
            return exit;
        }
        List<String> said = Files.readAllLines(call);
        Files.delete(call);
        if (!said.get(0).equals("1") || exit != ASKED) {
            throw new IllegalStateException(
                    "flamegate was not given exactly one argument, or did not end the script: " + said);
        }
        List<String> words = words(workspace, said.get(1));
        calls.add(words);
        return switch (words.get(0)) {
            case "run", "compare" -> measure(workspace, words);
            case "history" -> history(workspace, words);
            default -> 0;
        };
    }

    private int measure(Path workspace, List<String> words) throws IOException {
        Path report = workspace.resolve(option(words, "--report="));
        Files.createDirectories(report);
        if (!result.isEmpty()) {
            Files.writeString(report.resolve("result.json"), result);
            Files.writeString(report.resolve("summary.md"), "### [Approve here](https://evil.example) @everybody\n");
        }
        return code;
    }

    private static int history(Path workspace, List<String> words) throws IOException {
        if (words.get(1).equals("export")) {
            Files.writeString(workspace.resolve(words.get(2)), "a zip");
        }
        return 0;
    }

    static String option(List<String> words, String beginning) {
        return words.stream()
                .filter(word -> word.startsWith(beginning))
                .map(word -> word.substring(beginning.length()))
                .findFirst()
                .orElse("");
    }

    private static List<String> words(Path workspace, String argument) {
        CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();
        spec.addPositional(CommandLine.Model.PositionalParamSpec.builder()
                .paramLabel("WORD")
                .arity("0..*")
                .type(String[].class)
                .build());
        CommandLine line = new CommandLine(spec)
                .setUnmatchedOptionsArePositionalParams(true)
                .setTrimQuotes(false);
        Path file = workspace.resolve(argument.substring(1));
        if (!Files.exists(file)) {
            throw new IllegalStateException("there is no argument file " + file);
        }
        String[] words = line.parseArgs("@" + file).matchedPositional(0).getValue();
        return List.of(words);
    }

    private void executable(String name, String script) throws IOException {
        Path file = Files.writeString(folder.resolve(name), script);
        if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }
}
