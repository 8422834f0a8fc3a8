package dev.flamegate.ci;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.ci.Shell.Ended;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** However a gate ends and whatever it leaves: the action is green only with a verdict, and only a result is commented on. */
@DisabledOnOs(OS.WINDOWS)
class NeverGreenTest {
    private static final String STEPS =
            Shell.CHECKOUT.resolve("integrations/github/steps.sh").toString();

    /** Codes of the gate, of a shell that cannot start it, and of signals. */
    private static final List<Integer> CODES = List.of(0, 1, 2, 3, 4, 70, 126, 127, 130, 134, 137, 143, 255);

    /** Codes that stand for a verdict. */
    private static final Set<Integer> JUDGED = Set.of(0, 1, 4);

    /** A result with this verdict is no reason to fail a job. */
    private static final List<String> GREEN = List.of("PASS", "WARN", "INCONCLUSIVE");

    @TempDir
    Path folder;

    @Test
    void the_action_is_green_only_with_exit_code_0_and_the_verdict_for_it() throws Exception {
        for (Map.Entry<String, byte[]> left : results().entrySet()) {
            boolean whole = left.getKey().equals("whole");
            for (int code : CODES) {
                if (whole || JUDGED.contains(code)) {
                    boolean green = code == 0 && verdict(left.getValue()) != null;
                    assertThat(action(code, left.getValue()) == 0)
                            .as("green after exit code " + code + " with a result that is " + left.getKey())
                            .isEqualTo(green);
                }
            }
        }
    }

    @Test
    void no_regression_is_passed_over_where_broken_rules_are_only_shown() throws Exception {
        // fail: false lets a regression pass, and nothing else.
        for (Map.Entry<String, byte[]> left : results().entrySet()) {
            boolean regression = left.getKey().equals("of verdict FAIL");
            assertThat(action(1, left.getValue(), "FG_FAIL", "false") == 0)
                    .as("green after exit code 1 with a result that is " + left.getKey())
                    .isEqualTo(regression);
        }
    }

    /** What may lie in place of a result, by what happened to it; an array without elements is no file. */
    private static Map<String, byte[]> results() throws IOException {
        byte[] whole = Files.readAllBytes(Shell.GOLDEN.resolve("passing/result.json"));
        String text = new String(whole, StandardCharsets.UTF_8);
        Map<String, byte[]> all = new LinkedHashMap<>();
        all.put("whole", whole);
        all.put("missing", new byte[0]);
        all.put("cut before its verdict", Arrays.copyOf(whole, text.indexOf("\"verdict\"")));
        for (String verdict : List.of("WARN", "FAIL", "INCONCLUSIVE", "INVALID", "", "pass", "PASSED")) {
            all.put("of verdict " + verdict, bytes(text.replaceFirst("\"PASS\"", "\"" + verdict + "\"")));
        }
        all.put("without a verdict", bytes(text.replaceFirst("\n  \"verdict\"[^\n]*", "")));
        all.put("all zeros, as after a crash of the system", new byte[whole.length]);
        all.put("another program's", bytes("{\"verdict\":\"PASS\"}"));
        return all;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The verdict of a result that lets a job pass; {@code null} for any other. */
    private static String verdict(byte[] result) {
        String text = new String(result, StandardCharsets.UTF_8);
        return GREEN.stream()
                .filter(verdict -> text.contains("\n  \"verdict\" : \"" + verdict + "\""))
                .findFirst()
                .orElse(null);
    }

    /** The exit code of the job: its steps after each other, as a runner takes them, around a gate that ends like this. */
    private int action(int code, byte[] result, String... more) throws Exception {
        Path work = Files.createTempDirectory(folder, "work");
        Path left = work.resolve("left.json");
        Files.write(left, result);
        Path gate = work.resolve("bin/flamegate");
        Files.createDirectories(gate.getParent());
        Files.writeString(gate, """
                #!/bin/sh
                mkdir -p build/flamegate
                if [ -s '%1$s' ]; then cp '%1$s' build/flamegate/result.json; fi
                exit %2$d
                """.formatted(left, code));
        assertThat(gate.toFile().setExecutable(true)).isTrue();
        // A green result of the run before lies there.
        Files.createDirectories(work.resolve("build/flamegate"));
        Files.copy(Shell.GOLDEN.resolve("passing/result.json"), work.resolve("build/flamegate/result.json"));
        Path outputs = work.resolve("outputs.txt");
        Map<String, String> environment = new HashMap<>(Map.of(
                "FG_COMMAND", gate.toString(),
                "FG_MODE", "run",
                "GITHUB_OUTPUT", outputs.toString(),
                "RUNNER_TEMP", Files.createDirectories(work.resolve("temp")).toString()));
        for (int i = 0; i < more.length; i += 2) {
            environment.put(more[i], more[i + 1]);
        }

        Ended measured = Shell.run(work, environment, STEPS, "measure");
        if (measured.code() != 0) {
            return measured.code();
        }
        environment.put("FG_EXIT_CODE", output(outputs, "exit-code"));
        environment.put("FG_VERDICT", output(outputs, "verdict"));
        return Shell.run(work, environment, STEPS, "conclude").code();
    }

    private static String output(Path outputs, String name) throws IOException {
        List<String> lines = Files.readAllLines(outputs);
        for (int i = 0; i + 1 < lines.size(); i++) {
            if (lines.get(i).startsWith(name + "<<")) {
                return lines.get(i + 1).equals(lines.get(i).substring(name.length() + 2)) ? "" : lines.get(i + 1);
            }
        }
        return "";
    }
}
