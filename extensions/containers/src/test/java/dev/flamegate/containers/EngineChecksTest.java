package dev.flamegate.containers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.check.Check;
import dev.flamegate.check.Situations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A plan gets the checks of what it starts in containers. Their answers depend on the machine, and are not looked at. */
class EngineChecksTest {
    @TempDir
    Path folder;

    @Test
    void without_a_plan_the_engine_and_every_image_is_looked_at() throws IOException {
        List<String> ids = ids("");

        assertThat(ids).containsExactly("engine", "image-jre", "image-prometheus", "image-pyroscope");
        String guide = Files.readString(Path.of("..", "..", "docs", "doctor.md"));
        assertThat(ids).allMatch(id -> guide.contains("`" + id.replaceAll("^image-.*", "image-…") + "`"));
    }

    @Test
    void only_images_that_the_plan_starts_are_looked_at_and_where_containers_reach_the_gate() throws IOException {
        assertThat(ids("target: {image: shop, port: 8080, runtime: container}\npyroscope: false"))
                .containsExactly("receiver", "engine", "image-prometheus", "image-target");
        assertThat(ids("target: {jar: app.jar}\nprometheus: false\npyroscope: false\n"
                        + "beside: {db: {image: postgres, port: 5432}}"))
                .containsExactly("engine", "image-jre", "image-beside-db");
    }

    private List<String> ids(String plan) throws IOException {
        return new EngineChecks(plan.isEmpty() ? Situations.withoutPlan(folder, null) : Situations.of(folder, plan))
                .all().stream().map(Check::id).toList();
    }
}
