package dev.flamegate.init;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RouteTest {
    @TempDir
    Path path;

    @Test
    void of_a_spring_controller_the_shortest_path_that_needs_nothing() {
        assertThat(of("""
                @RestController
                @RequestMapping(path = "/api")
                class A {
                    @GetMapping("/a") String needs(@RequestParam("q") String q) { return q; }
                    @GetMapping(value = {"/orders", "/o"}) String all() { return ""; }
                    @GetMapping("/{id}") String one(@PathVariable int id) { return ""; }
                    @PostMapping("/x") void add() { }
                    @GetMapping(path = "/customers", produces = "a/b") String other() { return ""; }
                }
                """)).contains(new Route("/api/orders", "A.java"));
    }

    @Test
    void the_name_of_a_spring_controller_is_no_path() {
        assertThat(of("""
                @Controller("welcome")
                class A { @GetMapping String home() { return ""; } }
                """)).contains(new Route("/", "A.java"));
    }

    @Test
    void of_a_micronaut_controller_in_kotlin() {
        new ProjectFolder(path).file("src/main/kotlin/A.kt", """
                @Controller("/hello")
                class A(private val names: Names) {
                    @Get fun index() = "hi"
                }
                """);

        assertThat(Route.find(new Sources(path))).contains(new Route("/hello", "A.kt"));
    }

    @Test
    void an_interface_that_describes_another_service_has_none() {
        assertThat(of("""
                @RegisterRestClient
                @Path("/elsewhere")
                interface A { @GET String a(); }
                """)).isEmpty();
    }

    @Test
    void of_tests_none() {
        new ProjectFolder(path).file("src/test/java/A.java", "@Path(\"/a\") class A { @GET String a() { } }");

        assertThat(Route.find(new Sources(path))).isEmpty();
    }

    @Test
    void a_route_below_another_one_is_not_taken_for_a_whole_one() {
        assertThat(of("route(\"/api\") { get(\"/items\") { } }")).isEmpty();
        assertThat(of("get(\"/items\") { }")).contains(new Route("/items", "A.java"));
    }

    private Optional<Route> of(String source) {
        new ProjectFolder(path).file("src/main/java/A.java", source);
        return Route.find(new Sources(path));
    }
}
