package dev.flamegate.profile.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.Cases;
import dev.flamegate.profile.CallTree;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SpeedscopeWriterTest {
    @Test
    void a_file_has_one_profile_of_samples_for_each_tree() {
        JsonNode file = write(Collapsed.read("a;b 10\na;gone 5\n"), Collapsed.read("a;b 20\n"));
        assertThat(file.path("$schema").asString()).isEqualTo("https://www.speedscope.app/file-format-schema.json");
        assertThat(file.path("profiles")).hasSize(2);
        assertThat(file.path("shared").path("frames").findValuesAsString("name"))
                .containsExactly("a", "b", "gone");
        JsonNode second = file.path("profiles").path(1);
        assertThat(second.path("type").asString()).isEqualTo("sampled");
        assertThat(second.path("unit").asString()).isEqualTo("nanoseconds");
        assertThat(second.path("samples").toString()).isEqualTo("[[0,1]]");
        assertThat(second.path("weights").toString()).isEqualTo("[20]");
        assertThat(second.path("endValue").asLong()).isEqualTo(20);
    }

    @Test
    void weights_and_samples_belong_together_whatever_the_tree() {
        Cases.check(1, 300, random -> {
            CallTree tree = Trees.random(random);
            JsonNode profile = write(tree, CallTree.empty()).path("profiles").path(0);
            assertThat(profile.path("samples")).hasSameSizeAs(profile.path("weights"));
            long sum = 0;
            for (JsonNode weight : profile.path("weights")) {
                sum += weight.asLong();
            }
            assertThat(sum)
                    .isEqualTo(tree.weight())
                    .isEqualTo(profile.path("endValue").asLong());
        });
    }

    private static JsonNode write(CallTree one, CallTree other) {
        StringWriter text = new StringWriter();
        SpeedscopeWriter.write(List.of("one", "other"), JoinedStacks.of(one, other), "nanoseconds", text);
        return JsonMapper.shared().readTree(text.toString());
    }
}
