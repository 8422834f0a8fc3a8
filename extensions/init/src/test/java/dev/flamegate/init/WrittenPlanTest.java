package dev.flamegate.init;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.doctor.CheckResult.Status;
import dev.flamegate.doctor.PlanChecks;
import dev.flamegate.doctor.Situation;
import dev.flamegate.doctor.Situations;
import dev.flamegate.plan.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What {@code init} writes passes the checks of a plan once the service and the simulation are built. */
class WrittenPlanTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void nothing_but_a_build_is_missing(SampleProject sample) throws IOException, InterruptedException {
        ProjectFolder project = new ProjectFolder(folder);
        sample.write(project);
        Service service = project.service();
        Scaffold.files(service, null).forEach(project::file);
        Situation situation = Situations.of(folder, Files.readString(folder.resolve(Scaffold.PLAN)));
        Plan plan = Objects.requireNonNull(situation.plan());
        PlanChecks checks = new PlanChecks(situation);

        assertThat(checks.target(plan).remedy()).contains("Build it (" + service.build() + ")");
        project.jar(service.jar(), "Main");
        Files.createDirectories(folder.resolve("load/classes"));

        assertThat(service.missing()).isEmpty();
        assertThat(checks.target(plan).status()).isEqualTo(Status.OK);
        assertThat(checks.load(plan.load()).status()).isEqualTo(Status.OK);
        assertThat(plan.target().takesPort()).isTrue();
    }

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
