package dev.flamegate.ci;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.ci.Shell.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The action on a runner's emulator (act), with doubles of the actions that need GitHub. */
class ActionOnRunnerTest {
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
        workflow(checkout, fail);
        return new ActRunner(folder)
                .doubles(Files.readString(Shell.CHECKOUT.resolve("action.yml")))
                .doubles("uses: actions/checkout@v1")
                .run(
                        checkout,
                        "push",
                        Map.of("DOUBLE_LOG", folder.resolve("arguments.txt").toString()));
    }

    private Path checkout() throws Exception {
        Path checkout = folder.resolve("checkout");
        Files.createDirectories(checkout.resolve("integrations/github"));
        for (String file : List.of("action.yml", "integrations/github/steps.sh")) {
            Files.copy(Shell.CHECKOUT.resolve(file), checkout.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
        }
        Shell.flamegate(checkout.resolve("flamegate-double"), "failing", 1);
        workflow(checkout, "false");
        ActRunner.commit(checkout);
        return checkout;
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
                          comment: "true"
                          history-save: "true"
                      - env:
                          VERDICT: ${{ steps.gate.outputs.verdict }}
                          COMMENT: ${{ steps.gate.outputs.comment }}
                          REPORT: ${{ steps.gate.outputs.report }}
                        run: echo "OUTPUTS $VERDICT $COMMENT $REPORT"
                """.formatted(fail));
    }
}
