package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.plan.PlanReader;
import dev.flamegate.plan.RulesReader;
import dev.flamegate.plan.yaml.Source;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The examples and links of the README; its commands are run by {@link RunIT}. */
@Tag("side-by-side")
class ReadmeIT {
    @Test
    void the_examples_are_a_plan_and_rules() throws IOException {
        List<String> examples = Readme.blocks("yaml").toList();

        assertThat(examples).hasSize(2);
        assertThat(PlanReader.read(new Source("README.md", examples.get(0)), Map.of())
                        .service())
                .isEqualTo("shop");
        assertThat(RulesReader.read(List.of(new Source("README.md", examples.get(1))))
                        .rules())
                .hasSize(3);
    }

    @Test
    void every_link_leads_somewhere() throws IOException {
        Matcher link = Pattern.compile("]\\((?!https?:)([^)#]+)\\)").matcher(Readme.text());
        while (link.find()) {
            assertThat(Program.CHECKOUT.resolve(link.group(1))).exists();
        }
    }
}
