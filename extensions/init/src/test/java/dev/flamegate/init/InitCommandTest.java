package dev.flamegate.init;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.cli.Commands;
import dev.flamegate.cli.Commands.Ended;
import dev.flamegate.init.simulation.Sources;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.PlanReader;
import dev.flamegate.plan.yaml.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InitCommandTest {
    private static final String LOG =
            "10.0.0.1 - - [22/Nov/2026:10:00:00 +0000] \"GET /carts/7?full=1 HTTP/1.1\" 200 5\n";

    @TempDir
    Path folder;

    @Test
    void a_plan_and_a_simulation_of_an_access_log() throws IOException {
        file("pom.xml", "<project><artifactId>cart</artifactId></project>");
        Path log = file("access.log", LOG.repeat(3));

        Ended ended = Commands.run("init", folder, "--simulation", log);

        assertThat(ended.err()).isEmpty();
        assertThat(ended.code()).isZero();
        assertThat(ended.out())
                .contains(
                        "from an access log with 3 requests, 1 endpoint loaded",
                        "load/CartSimulation.java",
                        "javac -cp");
        Path written = folder.resolve("load/CartSimulation.java");
        assertThat(written).content().contains("http(\"GET /carts/{id}\")", "\"/carts/7?full=1\"", "localhost:8080");
        Plan plan = PlanReader.read(
                new Source("flamegate.yaml", Files.readString(folder.resolve("flamegate.yaml"))), Map.of());
        assertThat(plan.load().simulation()).isEqualTo("CartSimulation");
        Sources.compile(written);
    }

    @Test
    void what_is_missing_is_said_and_a_service_that_is_built_need_not_be_built() throws IOException {
        file("pom.xml", "<project><artifactId>cart</artifactId></project>");

        Ended ended = Commands.run("init", folder);
        Files.delete(folder.resolve("flamegate.yaml"));
        new ProjectFolder(folder).jar("target/cart.jar", "Cart");
        Ended built = Commands.run("init", folder);

        assertThat(ended.out()).contains("Missing", "A jar that `java -jar` runs", "2. mvn -q -DskipTests package");
        assertThat(built.out()).contains("2. flamegate doctor").doesNotContain("A jar that `java -jar` runs");
    }

    @Test
    void the_traffic_replaces_a_simulation_that_exists() throws IOException {
        file("pom.xml", "<project><artifactId>cart</artifactId></project>");
        file("src/gatling/java/Own.java", "import io.gatling.x; class Own extends Simulation {}");
        Path api = file("api.yaml", "openapi: 3.0.0\npaths: {/a: {get: {}}}\n");

        assertThat(Commands.run("init", folder, "--simulation", api).code()).isZero();

        assertThat(folder.resolve("flamegate.yaml")).content().contains("simulation: CartSimulation");
    }

    @Test
    void a_plan_that_exists_gets_a_simulation_and_is_not_changed() throws IOException {
        Path plan = file("flamegate.yaml", "mine");
        Path log = file("access.log", LOG);
        Path shop = Files.createDirectory(folder.resolve("shop"));
        Files.copy(plan, shop.resolve("flamegate.yaml"));

        Ended first = Commands.run("init", shop, "--simulation", log);
        Ended again = Commands.run("init", shop, "--simulation", log);

        assertThat(first.code()).isZero();
        assertThat(first.out()).contains("  simulation: ShopSimulation", "  classpath: [load/classes]");
        assertThat(shop.resolve("flamegate.yaml")).content().isEqualTo("mine");
        assertThat(shop.resolve("rules")).doesNotExist();
        assertThat(again.code()).isEqualTo(2);
        assertThat(again.err()).contains("nothing is overwritten");
        assertThat(Commands.run("init", shop).code()).isEqualTo(2);
    }

    @Test
    void a_file_of_another_kind_is_refused_before_anything_is_written() throws IOException {
        file("pom.xml", "<project><artifactId>cart</artifactId></project>");
        Path text = file("notes.txt", "buy milk");

        Ended ended = Commands.run("init", folder, "--simulation", text);

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("notes.txt: expected an OpenAPI document", "begins with `buy milk`");
        assertThat(folder.resolve("flamegate.yaml")).doesNotExist();
        assertThat(Commands.run("init", folder, "--simulation", folder.resolve("none"))
                        .code())
                .isEqualTo(2);
    }

    private Path file(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }
}
