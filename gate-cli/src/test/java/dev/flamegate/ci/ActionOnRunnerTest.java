package dev.flamegate.ci;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.ci.Shell.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The action on a runner's emulator (act), with doubles of the actions that need GitHub. */
class ActionOnRunnerTest {
    private static final Pattern USES = Pattern.compile("uses: ((?:[\\w-]+/[\\w-]+))(/[\\w-]+)?@(\\S+)");

    @TempDir
    Path folder;

    @Test
    void a_job_gets_outputs_artifacts_and_a_comment_and_fails_where_asked() throws Exception {
        Shell.needs("act");
        Path checkout = checkout();

        Ended passes = act(checkout, "false");
        assertThat(passes.code()).as(passes.out() + passes.err()).isZero();
        assertThat(passes.out())
                .contains("OUTPUTS FAIL https://github.example/acme/shop/pull/7#issuecomment-1 build/flamegate")
                .contains("DOUBLE build/flamegate flamegate-report true")
                .containsPattern("DOUBLE \\S+/flamegate-report-flame\\.html {2}false")
                .contains("DOUBLE .flamegate/history flamegate-history-flamegate-report-")
                .contains("DOUBLE build/flamegate/flamegate.sarif");
        assertThat(Files.readString(folder.resolve("arguments.txt")))
                .contains("--report-url=https://github.example/artifacts/true")
                .contains("--flame-url=https://github.example/artifacts/false");

        assertThat(act(checkout, "true").code()).isNotZero();
    }

    private Ended act(Path checkout, String fail) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                "act",
                "push",
                "--pull=false",
                "--action-offline-mode",
                "-P",
                "ubuntu-latest=-self-hosted",
                "--env",
                "DOUBLE_LOG=" + folder.resolve("arguments.txt"),
                "--env",
                "FAIL=" + fail));
        Matcher uses = USES.matcher(Files.readString(Shell.CHECKOUT.resolve("action.yml")));
        while (uses.find()) {
            command.add("--local-repository");
            command.add(uses.group(1) + "@" + uses.group(3) + "=" + folder.resolve("doubles/" + uses.group(1)));
        }
        command.addAll(
                List.of("--local-repository", "actions/checkout@v1=" + folder.resolve("doubles/actions/checkout")));
        workflow(checkout, fail);
        return Shell.run(
                checkout,
                Map.of(
                        "HOME",
                        folder.resolve("home").toString(),
                        "DOUBLE_LOG",
                        folder.resolve("arguments.txt").toString()),
                command.toArray(new String[0]));
    }

    private Path checkout() throws Exception {
        Path checkout = folder.resolve("checkout");
        Files.createDirectories(checkout.resolve("action"));
        Files.createDirectories(folder.resolve("home"));
        for (String file : List.of("action.yml", "action/steps.sh")) {
            Files.copy(Shell.CHECKOUT.resolve(file), checkout.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
        }
        Shell.flamegate(checkout.resolve("flamegate-double"), "failing", 1);
        String text = Files.readString(Shell.CHECKOUT.resolve("action.yml"));
        Matcher uses = USES.matcher(text);
        while (uses.find()) {
            String under = uses.group(2) == null ? "" : uses.group(2);
            dummy(folder.resolve("doubles/" + uses.group(1) + under));
        }
        dummy(folder.resolve("doubles/actions/checkout"));
        workflow(checkout, "false");
        for (List<String> git : List.of(
                List.of("git", "init", "-q"),
                List.of("git", "add", "-A"),
                List.of("git", "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "x"))) {
            assertThat(Shell.run(checkout, Map.of(), git.toArray(new String[0])).code())
                    .isZero();
        }
        return checkout;
    }

    /** Says what it was given, as an action that is made of one step. */
    private static void dummy(Path place) throws IOException {
        Files.createDirectories(place);
        Files.writeString(place.resolve("action.yml"), """
                name: double
                inputs:
                  {name: {default: ""}, path: {default: ""}, key: {default: ""}, archive: {default: "true"},
                   restore-keys: {default: ""}, sarif_file: {default: ""}, category: {default: ""},
                   if-no-files-found: {default: ""}, overwrite: {default: ""}}
                outputs:
                  artifact-url: {value: "https://github.example/artifacts/${{ inputs.archive }}"}
                runs:
                  using: composite
                  steps:
                    - shell: bash
                      env:
                        SAID: "${{ inputs.sarif_file }}${{ inputs.path }} ${{ inputs.key }}${{ inputs.name }} ${{ inputs.archive }}"
                      run: echo "DOUBLE $SAID"
                """);
    }

    private static void workflow(Path checkout, String fail) throws IOException {
        Path workflows = checkout.resolve(".github/workflows");
        Files.createDirectories(workflows);
        Files.writeString(workflows.resolve("test.yml"), """
                on: push
                jobs:
                  test:
                    runs-on: ubuntu-latest
                    steps:
                      - uses: actions/checkout@v1
                      - id: gate
                        uses: ./
                        with:
                          mode: run
                          command: ./flamegate-double
                          fail: "%s"
                          sarif: "true"
                          history-save: "true"
                      - env:
                          VERDICT: ${{ steps.gate.outputs.verdict }}
                          COMMENT: ${{ steps.gate.outputs.comment }}
                          REPORT: ${{ steps.gate.outputs.report }}
                        run: echo "OUTPUTS $VERDICT $COMMENT $REPORT"
                """.formatted(fail));
    }
}
