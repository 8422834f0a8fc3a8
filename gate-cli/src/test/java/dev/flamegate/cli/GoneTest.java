package dev.flamegate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.gate.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GoneTest {
    @ParameterizedTest
    @CsvSource({
        "report r1, `flamegate judge RUN --report DIR`",
        "diff r1 r2, `flamegate flame RUN RUN`",
        "annotate, `flamegate comment --as FORMAT`",
        "rules explain, `flamegate explain`",
        "history show r1, `flamegate judge RUN --json`",
        "history unpin release, `flamegate history pin none NAME`"
    })
    void an_old_command_is_refused_with_the_new_one(String line, String now) {
        Commands.Ended ended = Commands.run((Object[]) line.split(" "));

        assertThat(ended.code()).isEqualTo(ExitCode.USAGE);
        assertThat(ended.err()).contains(now);
    }

    @ParameterizedTest
    @CsvSource({
        "judge --no-color, NO_COLOR",
        "judge --all, `judge` without a RUN",
        "run --history-pull-only, --history-push=never",
        "compare --min-pairs=4, --pairs",
        "accept cpu --up-to=5% --reason=x --expires=2027-01-01 --request=x, --part request=NAME"
    })
    void an_old_option_is_refused_with_what_replaces_it(String line, String now) {
        Commands.Ended ended = Commands.run((Object[]) line.split(" "));

        assertThat(ended.code()).isEqualTo(ExitCode.USAGE);
        assertThat(ended.err()).contains(" is gone: ").contains(now);
    }

    @Test
    void help_fits_one_screen() {
        Commands.Ended ended = Commands.run("--help");

        assertThat(ended.out().lines()).hasSizeLessThanOrEqualTo(40).allMatch(line -> line.length() <= 80);
    }
}
