package dev.flamegate.trends.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.report.EveryTextTest;
import dev.flamegate.report.Leaves;
import dev.flamegate.report.RichExample;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Texts of a history that are attacks, in the pages of {@link SiteWriter}. */
class HostileSiteTest {
    private static final SiteData SITE = SiteExamples.of(10);

    @Test
    void every_page_is_built_the_same_whatever_its_texts_say() throws Exception {
        assertThat(EveryTextTest.check(SITE, Leaves.in(SITE), List.of(SiteWriter::write)))
                .isGreaterThan(300);
    }

    @Test
    void the_model_of_this_test_has_a_text_wherever_there_can_be_one() {
        Set<String> possible = new TreeSet<>(Leaves.of(SiteData.class));

        possible.removeAll(Leaves.in(SITE));
        possible.removeAll(Leaves.in(RichExample.report())); // a site shows only a part of what its runs hold
        assertThat(possible).isEmpty();
    }
}
