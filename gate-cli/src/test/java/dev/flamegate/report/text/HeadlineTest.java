package dev.flamegate.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.model.finding.Verdict;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HeadlineTest {
    private static final Optional<String> NONE = Optional.of("no method's growth is distinguishable from noise");

    @Test
    void a_severe_cause_that_was_recognised_stands_where_no_culprit_does() {
        String waits = "threads wait 186 ms per request against 4.81 µs in the baseline";

        assertThat(cause(Optional.of(waits), NONE)).contains(waits);
        assertThat(cause(Optional.empty(), NONE)).contains("no culprit stands out: " + NONE.get());
        assertThat(cause(Optional.empty(), Optional.empty())).isEmpty();
    }

    private static Optional<String> cause(Optional<String> diagnosis, Optional<String> noCulprit) {
        return Headline.plain()
                .cause(new Headline.Basis(Verdict.FAIL, List.of(), List.of(), List.of(), diagnosis, noCulprit));
    }
}
