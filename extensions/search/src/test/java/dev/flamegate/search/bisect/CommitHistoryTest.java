package dev.flamegate.search.bisect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.gate.Repository;
import dev.flamegate.model.finding.Culprit;
import dev.flamegate.report.ExampleCauses;
import dev.flamegate.search.bisect.CommitGraph.Commit;
import dev.flamegate.search.bisect.CommitHistory.Between;
import dev.flamegate.search.changes.BuiltFiles;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commits of a repository with three modules, of which {@code web} is built from {@code core}. */
class CommitHistoryTest {
    @TempDir
    Path folder;

    private Repository repository;

    @BeforeEach
    void begin() throws Exception {
        repository = new Repository(folder);
        repository.commit("core", "core/pom.xml", "<project><artifactId>shop-core</artifactId></project>");
        repository.commit(
                "web",
                "web/pom.xml",
                "<project><parent><artifactId>shop</artifactId></parent><artifactId>shop-web</artifactId><dependencies>"
                        + "<dependency><artifactId>shop-core</artifactId></dependency></dependencies></project>");
        repository.commit("tools", "tools/build.gradle", "plugins {}");
        repository.commit("basket", "web/src/main/java/shop/Basket.java", "class Basket {}\n");
        repository.git("tag", "good");
    }

    @Test
    void commits_come_after_their_parents_with_who_made_them() throws Exception {
        repository.git("checkout", "-q", "-b", "feature");
        repository.commit("<b>one</b> & \"two\"", "core/a", "1");
        repository.git("checkout", "-q", "main");
        repository.commit("beside", "tools/a", "1");
        String merge = repository.merge("feature");

        CommitGraph graph = between().graph();

        assertThat(graph.commits())
                .extracting(Commit::subject)
                .containsExactlyInAnyOrder("<b>one</b> & \"two\"", "beside", "merge feature");
        assertThat(graph.commit(graph.bad()).hash()).isEqualTo(merge);
        assertThat(graph.commit(graph.bad()).isMerge()).isTrue();
        assertThat(graph.contains(graph.bad(), 0)).isTrue();
        assertThat(graph.contains(0, 1)).isFalse();
        assertThat(graph.contains(1, 0)).isFalse();
        assertThat(graph.commit(0).author()).isEqualTo("Ada");
    }

    @Test
    void a_merge_that_takes_nothing_over_leaves_the_branch_out() throws Exception {
        repository.git("checkout", "-q", "-b", "feature");
        repository.commit("dropped", "core/a", "1");
        repository.git("checkout", "-q", "main");
        repository.commit("kept", "tools/a", "1");
        repository.git("merge", "-q", "-s", "ours", "-m", "ours", "feature");

        assertThat(between().graph().commits()).extracting(Commit::subject).containsExactly("kept", "ours");
    }

    @Test
    void what_a_commit_touches_is_the_first_guess() throws Exception {
        repository.commit(
                "basket file",
                "web/src/main/java/shop/Basket.java",
                "class Basket {}\n" + "\n".repeat(90) + "// end\n");
        repository.commit("web", "web/src/main/java/shop/Other.java", "class Other {}\n");
        repository.commit("core", "core/src/main/java/shop/Core.java", "class Core {}\n");
        repository.commit("tools", "tools/src/main/java/Tool.java", "class Tool {}\n");
        repository.commit("test", "web/src/test/java/shop/BasketTest.java", "class BasketTest {}\n");
        repository.commit("words", "README.md", "words\n");
        Between between = between();

        Map<String, Touch> touches = new HashMap<>();
        List<Touch> all = new CommitHistory(folder).touches(between, culprit());
        for (int i = 0; i < all.size(); i++) {
            touches.put(between.graph().commit(i).subject(), all.get(i));
        }

        assertThat(touches.get("basket file")).isIn(Touch.CULPRIT, Touch.FILE);
        assertThat(touches)
                .containsEntry("web", Touch.MODULE)
                .containsEntry("core", Touch.DEPENDENCY)
                .containsEntry("tools", Touch.OTHER)
                .containsEntry("test", Touch.NOT_BUILT)
                .containsEntry("words", Touch.NOT_BUILT);
        assertThat(new CommitHistory(folder).touches(between, null)).containsOnly(Touch.OTHER, Touch.NOT_BUILT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"src/main/java/A.java", "pom.xml", "src/main/resources/docs/help.md", "lib/a.jar", "Dockerfile"})
    void what_may_be_in_a_build(String file) {
        assertThat(BuiltFiles.isBuilt(file)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "README.md",
                "docs/a.png",
                "src/test/java/ATest.java",
                ".github/workflows/ci.yml",
                "a/LICENSE",
                ".gitignore"
            })
    void what_is_in_none(String file) {
        assertThat(BuiltFiles.isBuilt(file)).isFalse();
    }

    private Between between() throws Exception {
        return new CommitHistory(folder).between("good", "HEAD");
    }

    private static Culprit culprit() {
        return new Culprit(
                "shop.Basket.total",
                "shop/Basket.java",
                1,
                null,
                null,
                null,
                ExampleCauses.named("shop.Basket.total").evidence());
    }
}
