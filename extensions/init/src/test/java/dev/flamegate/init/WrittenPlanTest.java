package dev.flamegate.init;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What {@code init} writes is short enough to be read. */
class WrittenPlanTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void it_has_at_most_a_dozen_keys(SampleProject sample) throws IOException {
        ProjectFolder project = new ProjectFolder(folder);
        sample.write(project);

        String plan =
                Objects.requireNonNull(Scaffold.files(project.service(), null).get(Scaffold.PLAN));

        assertThat(plan.lines().filter(line -> !line.strip().startsWith("#")).filter(line -> !line.endsWith(":")))
                .hasSizeLessThanOrEqualTo(12);
    }
}
