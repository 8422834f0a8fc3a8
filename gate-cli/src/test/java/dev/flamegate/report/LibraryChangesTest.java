package dev.flamegate.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.model.Run;
import dev.flamegate.model.finding.Library;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LibraryChangesTest {
    @Test
    void other_versions_new_libraries_and_those_that_went_are_changes() {
        Run before = run(Map.of("jar.netty", "4.1.124, 10 bytes", "jar.old", "1, 5 bytes", "jar.same", "2, 3 bytes"));
        Run after = run(Map.of("jar.netty", "4.1.125, 11 bytes", "jar.new", "3, 6 bytes", "jar.same", "2, 3 bytes"));

        assertThat(LibraryChanges.between(before, after))
                .containsExactly(
                        new Library("netty", "4.1.124", "4.1.125"),
                        new Library("new", null, "3"),
                        new Library("old", "1", null));
    }

    @Test
    void the_application_and_what_is_built_with_it_is_no_library() {
        Run before = run(Map.of("jar.shop", "1.4, 10 bytes", "jar.core", "9 bytes", "jar.api", "1-SNAPSHOT, 5 bytes"));
        Run after = run(Map.of("jar.shop", "1.5, 11 bytes", "jar.core", "8 bytes", "jar.api", "1-SNAPSHOT, 6 bytes"));

        assertThat(LibraryChanges.between(before, after)).isEmpty();
    }

    @Test
    void a_run_that_did_not_note_its_jars_differs_in_none() {
        assertThat(LibraryChanges.between(run(Map.of()), run(Map.of("jar.netty", "4.1.125, 11 bytes"))))
                .isEmpty();
    }

    private static Run run(Map<String, String> jars) {
        Map<String, String> context = new HashMap<>(jars);
        context.put(Run.TARGET, "target/shop-1.5.jar");
        return BareRuns.of(context);
    }
}
