package dev.flamegate.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Properties;
import org.junit.jupiter.api.Test;

class OwnBuildTest {
    private static final String COMMIT = "2d848f40c3a1b5d6e7f8091a2b3c4d5e6f708192";

    @Test
    void a_build_in_a_clone_knows_its_commit_and_whether_it_was_changed() {
        assertThat(build("commit", COMMIT, "changed", "false")).satisfies(build -> {
            assertThat(build.version()).isEqualTo("1.2.3");
            assertThat(build.commit()).contains(COMMIT);
            assertThat(build.isChanged()).isFalse();
        });
        assertThat(build("commit", COMMIT, "changed", "true").isChanged()).isTrue();
    }

    @Test
    void a_build_of_a_source_archive_knows_what_git_wrote_into_it() {
        assertThat(build("commit", "", "changed", "false", "archived", COMMIT).commit())
                .contains(COMMIT);
    }

    @Test
    void what_nobody_filled_in_is_no_commit() {
        assertThat(build("commit", "${build.commit}", "changed", "${build.changed}", "archived", "$Format:%H$"))
                .satisfies(build -> {
                    assertThat(build.commit()).isEmpty();
                    assertThat(build.isChanged()).isFalse();
                });
    }

    @Test
    void this_build_has_noted_its_version() {
        assertThat(Installation.build().version()).matches("\\d+\\.\\d+\\.\\d+\\S*");
    }

    private static OwnBuild build(String... pairs) {
        Properties properties = new Properties();
        properties.setProperty("version", "1.2.3");
        for (int i = 0; i < pairs.length; i += 2) {
            properties.setProperty(pairs[i], pairs[i + 1]);
        }
        return OwnBuild.of(properties);
    }
}
