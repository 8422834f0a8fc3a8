package dev.flamegate.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.plan.ArmSpec.Kind;
import dev.flamegate.plan.ArmSpec.Upgrade;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArmSpecTest {
    @ParameterizedTest
    @CsvSource({
        "target/shop.jar, JAR, target/shop.jar",
        "old builds/shop-1.2.war, JAR, old builds/shop-1.2.war",
        "git:merge-base, GIT, merge-base",
        "git:origin/main~2, GIT, origin/main~2",
        "git:release.jar, GIT, release.jar",
        "image:registry:5000/shop:1.4, IMAGE, registry:5000/shop:1.4",
    })
    void a_text_says_what_an_arm_runs(String text, Kind kind, String value) {
        ArmSpec arm = ArmSpec.parse(text);

        assertThat(arm).isEqualTo(new ArmSpec(kind, value));
        assertThat(arm.text()).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "main, `main` is not an arm",
        "'', `` is not an arm",
        "gti:main, `gti:main` is not an arm",
        "git:, `git:` names no revision: write it as in `git:v1.2` or `git:merge-base`",
        "image:, `image:` names no image: write it as in",
        "'git: ', `git: ` names no revision: write it as in",
        "git:a b, `git:a b` names no revision: a name has no spaces",
        "image: shop, `image: shop` names no image: a name has no spaces",
        "git:--upload-pack=x, `git:--upload-pack=x` names no revision: a name has no spaces and does not begin with `-`",
    })
    void any_other_text_is_refused_and_quoted(String text, String message) {
        assertThatThrownBy(() -> ArmSpec.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void a_jar_cannot_pose_as_a_revision() {
        assertThatThrownBy(() -> new ArmSpec(Kind.JAR, "git:x.jar")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void more_variables_replace_those_of_the_same_name() {
        ArmSpec arm = ArmSpec.parse("a.jar").plus(Map.of("A", "1", "B", "1")).plus(Map.of("B", "2"));

        assertThat(arm.changes().environment()).isEqualTo(Map.of("A", "1", "B", "2"));
        assertThat(arm.text()).isEqualTo("a.jar");
    }

    @Test
    void the_words_say_how_it_differs_without_values_that_may_be_secret() {
        ArmSpec.Changes changes = new ArmSpec.Changes(
                Map.of("TOKEN", "s3cret"),
                List.of("-Dkey=s3cret"),
                List.of("--password=s3cret"),
                "/opt/jdk-25",
                Map.of("netty-codec", "libs/netty-codec-4.1.125.jar"));

        assertThat(ArmSpec.ofTarget().words()).isEqualTo("target");
        assertThat(ArmSpec.parse("git:v1").changed(changes).words())
                .isEqualTo("git:v1 with netty-codec replaced by libs/netty-codec-4.1.125.jar, JDK /opt/jdk-25, its own"
                        + " arguments, its own Java options, TOKEN");
    }

    @Test
    void the_working_tree_is_built_like_a_revision() {
        ArmSpec arm = ArmSpec.parse("working-tree");

        assertThat(arm.kind()).isEqualTo(Kind.WORKING_TREE);
        assertThat(arm.isBuilt()).isTrue();
        assertThat(arm.text()).isEqualTo("working-tree");
        assertThat(ArmSpec.parse("working-tree.jar").kind()).isEqualTo(Kind.JAR);
    }

    @Test
    void an_upgrade_names_a_library_with_its_version_and_its_group_if_need_be() {
        assertThat(Upgrade.parse("io.netty:netty-bom=4.1.125.Final"))
                .isEqualTo(new Upgrade("io.netty", "netty-bom", "4.1.125.Final"));
        assertThat(Upgrade.parse("guava=33.5.0-jre")).isEqualTo(new Upgrade(null, "guava", "33.5.0-jre"));
        assertThat(Upgrade.parse("a:b=1").fits("a", "b")).isTrue();
        assertThat(Upgrade.parse("a:b=1").fits("c", "b")).isFalse();
        assertThat(Upgrade.parse("b=1").fits("c", "b")).isTrue();
        assertThat(ArmSpec.parse("git:v1")
                        .upgraded(List.of(Upgrade.parse("a:b=1"), Upgrade.parse("c=2")))
                        .words())
                .isEqualTo("git:v1 with a:b 1, c 2");
    }

    /** Whatever it is put into, a build file or a script, it means nothing there. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "netty",
                "netty=",
                "=1",
                "a:b:c=1",
                "a=1'",
                "a=$(x)",
                "a=1 2",
                "a=<x>",
                "a b=1",
                "a=-1",
                "a=\u2028",
                ""
            })
    void any_other_text_is_no_upgrade(String text) {
        assertThatThrownBy(() -> Upgrade.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("names no version of a library");
    }
}
