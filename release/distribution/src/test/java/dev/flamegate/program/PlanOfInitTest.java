package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.check.CheckResult.Status;
import dev.flamegate.check.Situation;
import dev.flamegate.check.Situations;
import dev.flamegate.doctor.PlanChecks;
import dev.flamegate.init.ProjectFolder;
import dev.flamegate.init.SampleProject;
import dev.flamegate.init.Service;
import dev.flamegate.plan.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What {@code init} writes passes the checks of a plan once the service and the simulation are built. */
class PlanOfInitTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void nothing_but_a_build_is_missing(SampleProject sample) throws IOException, InterruptedException {
        ProjectFolder project = new ProjectFolder(folder);
        sample.write(project);
        Service service = project.initialize();
        Situation situation = Situations.of(folder, Files.readString(folder.resolve("flamegate.yaml")));
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
}
