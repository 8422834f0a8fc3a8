package dev.flamegate.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.model.Run;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BuildNamesTest {
    @Test
    void arms_that_differ_in_a_library_are_named_by_their_difference_and_not_by_jars() {
        Run target = BareRuns.of(
                Map.of(Run.COMMIT, "1", Run.TARGET, "shop.jar", Run.ARM, "target", "jar.netty", "1, 5 bytes"));
        Run other = BareRuns.of(Map.of(
                Run.COMMIT,
                "1",
                Run.TARGET,
                "shop.jar",
                Run.ARM,
                "target with netty replaced by x.jar",
                "jar.netty",
                "2"));

        assertThat(BuildNames.of(target, other)).isEqualTo("arm target");
        assertThat(BuildNames.of(other, target)).isEqualTo("arm target with netty replaced by x.jar");
    }

    @Test
    void what_is_started_says_more_than_how_the_arm_differs() {
        Run one = BareRuns.of(Map.of(Run.TARGET, "a.jar", Run.ARM, "target"));
        Run other = BareRuns.of(Map.of(Run.TARGET, "b.jar", Run.ARM, "b.jar with FEATURE"));

        assertThat(BuildNames.of(one, other)).isEqualTo("a.jar");
    }

    @Test
    void commands_are_named_by_the_words_in_which_they_differ() {
        Run one = BareRuns.of(Map.of(Run.TARGET, "java -Xmx1g -jar a/run.jar"));
        Run other = BareRuns.of(Map.of(Run.TARGET, "java -Xmx1g -Dpool=4 -jar b/run.jar"));
        Run shorter = BareRuns.of(Map.of(Run.TARGET, "java -jar a/run.jar"));

        assertThat(BuildNames.of(one, other)).isEqualTo("a/run.jar");
        assertThat(BuildNames.of(other, one)).isEqualTo("-Dpool=4 b/run.jar");
        assertThat(BuildNames.of(shorter, one)).isEqualTo("java -jar a/run.jar");
    }

    @Test
    void a_jar_that_the_gate_built_is_named_by_what_it_was_built_of() {
        String builds = "/shop/.flamegate/builds/";
        Run one = BareRuns.of(Map.of(Run.COMMIT, "1", Run.TARGET, builds + "a/shop.jar", Run.ARM, "working-tree"));
        Run other = BareRuns.of(Map.of(
                Run.COMMIT,
                "1",
                Run.TARGET,
                builds + "b/shop.jar",
                Run.ARM,
                "working-tree with netty-bom 4.1.125.Final"));

        assertThat(BuildNames.of(one, other)).isEqualTo("arm working-tree");
        assertThat(BuildNames.of(other, one)).isEqualTo("arm working-tree with netty-bom 4.1.125.Final");
    }
}
