package dev.flamegate.search.bisect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ModuleGraphTest {
    private final ModuleGraph gradle = ModuleGraph.of(
            Map.of(
                    "", "allprojects {}",
                    "app", "dependencies { implementation(project(\":libs:core\")) }",
                    "libs/core", "dependencies { api project(path: ':util') }",
                    "util", "",
                    "other", ""),
            List.of("app/src/main/java/a/App.java", "libs/core/src/main/java/a/Core.java"));

    @Test
    void a_file_is_in_the_module_of_the_nearest_build_file() {
        assertThat(gradle.moduleOf("libs/core/src/main/java/a/Core.java")).isEqualTo("libs/core");
        assertThat(gradle.moduleOf("application/App.java")).isEmpty();
        assertThat(gradle.modulesOf("a/Core.java")).containsExactly("libs/core");
        assertThat(gradle.modulesOf("e.java")).isEmpty();
    }

    @Test
    void a_module_is_built_from_those_it_names_and_theirs() {
        assertThat(gradle.below("app")).containsExactlyInAnyOrder("libs/core", "util");
        assertThat(gradle.below("other")).isEmpty();
    }

    @Test
    void circles_end() {
        ModuleGraph circle = ModuleGraph.of(Map.of("a", "project(':b')", "b", "project(':a')"), List.of());

        assertThat(circle.below("a")).containsExactly("b");
    }

    @Test
    void without_build_files_all_is_one_module() {
        ModuleGraph none = ModuleGraph.of(Map.of(), List.of("src/A.java"));

        assertThat(none.moduleOf("src/A.java")).isEmpty();
        assertThat(none.below("")).isEmpty();
    }
}
