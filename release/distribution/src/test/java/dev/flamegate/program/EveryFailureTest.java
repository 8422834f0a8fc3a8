package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.cli.terminal.FailureTest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every exception of an extension can be looked up, or is caught. */
class EveryFailureTest {
    private static final List<String> CAUGHT = List.of(
            "dev.flamegate.init.simulation.UnusableTraffic",
            "dev.flamegate.insight.upgrade.UpgradeFailed",
            "dev.flamegate.publish.ci.Forge$AnswerLost",
            "dev.flamegate.publish.serve.SharedCopies$NotRead",
            "dev.flamegate.publish.serve.VerdictQuery$Wrong",
            "dev.flamegate.search.night.NightProgress$Unknown");

    @Test
    void no_exception_of_an_extension_ends_the_program_as_a_bug() throws Exception {
        assertThat(FailureTest.caught(
                        "dev.flamegate.cluster",
                        "dev.flamegate.demo",
                        "dev.flamegate.doctor",
                        "dev.flamegate.init",
                        "dev.flamegate.insight",
                        "dev.flamegate.publish",
                        "dev.flamegate.remote",
                        "dev.flamegate.search",
                        "dev.flamegate.servers",
                        "dev.flamegate.trends"))
                .containsExactlyInAnyOrderElementsOf(
                        CAUGHT.stream().filter(EveryFailureTest::isBuilt).toList());
    }

    /** False in a build without the extension. */
    private static boolean isBuilt(String name) {
        return EveryFailureTest.class.getClassLoader().getResource(name.replace('.', '/') + ".class") != null;
    }
}
