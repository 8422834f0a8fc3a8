package dev.flamegate.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.cli.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class DurationOptionTest {
    @ParameterizedTest
    @CsvSource({"12m, 720", "90s, 90", "1h, 3600", "12 min, 720", "1.5 h, 5400", "24h, 86400", "1s, 1"})
    void durations_are_written_as_people_write_them(String text, long seconds) {
        assertThat(new DurationOption().convert(text)).isEqualTo(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @ValueSource(strings = {"12", "m", "", "-5m", "12 parsecs", "1e3s", "0s", "999ms", "25h", "999999999h"})
    void anything_else_is_refused_in_words(String text) {
        assertThatThrownBy(() -> new DurationOption().convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("`" + text + "`");
    }

    @Test
    void a_wrong_budget_ends_with_2_and_says_how_to_write_it() {
        StringWriter err = new StringWriter();

        int code = Main.run(
                new String[] {"compare", "--budget", "12"}, new PrintWriter(new StringWriter()), new PrintWriter(err));

        assertThat(code).isEqualTo(2);
        assertThat(err.toString()).contains("--budget", "`12` is not a duration", "12m or 90s");
    }
}
