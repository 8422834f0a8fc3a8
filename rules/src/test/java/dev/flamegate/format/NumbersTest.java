package dev.flamegate.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.model.Interval;
import dev.flamegate.model.Unit;
import dev.flamegate.model.rule.Quantity;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    0.00444     | ms  | 4.44 ms
                    0.0112      | ms  | 11.2 ms
                    0.25        | ms  | 250 ms
                    0.00123456  | ms  | 1.23 ms
                    9.999       | ms  | 9,999 ms
                    12.5        | ms  | 12.5 s
                    0.0000123   | ms  | 12.3 µs
                    4e-8        | ms  | 40 ns
                    1e-18       | ms  | 0 ms
                    0           | ms  | 0 ms
                    -0.0112     | ms  | -11.2 ms
                    49152       | KiB | 48 KiB
                    52428800    | KiB | 50 MiB
                    100         | KiB | 100 B
                    3221225472  | MiB | 3,072 MiB
                    0.321       | %   | 32.1 %
                    0.00004     | %   | 0.004 %
                    NaN         | ms  | unknown
                    Infinity    | ms  | ∞
                    -Infinity   | ms  | -∞
                    """)
    void a_quantity_reads_in_the_unit_people_use(double base, String unit, String text) {
        assertThat(Numbers.quantity(base, Unit.fixed(unit).orElseThrow())).isEqualTo(text);
    }

    @Test
    void counts_and_rates_keep_their_words() {
        assertThat(Numbers.quantity(42, Unit.THREADS)).isEqualTo("42 threads");
        assertThat(Numbers.quantity(1, Unit.THREADS)).isEqualTo("1 thread");
        assertThat(Numbers.quantity(1, Unit.count("classes"))).isEqualTo("1 class");
        assertThat(Numbers.quantity(1, Unit.count("gas"))).isEqualTo("1 gas");
        assertThat(Numbers.quantity(1, Unit.REQUESTS_PER_SECOND)).isEqualTo("1 requests/s");
        assertThat(Numbers.quantity(12_345.6, Unit.REQUESTS_PER_SECOND)).isEqualTo("12,346 requests/s");
        assertThat(Numbers.quantity(1.234, Unit.RATIO)).isEqualTo("1.23");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    0.069     | +6.9 %
                    1.522     | +152 %
                    -0.1      | -10 %
                    0         | 0 %
                    -0.00001  | 0 %
                    0.0004    | +0.04 %
                    0.9996    | +100 %
                    12.4      | +1,240 %
                    NaN       | unknown
                    Infinity  | +∞
                    """)
    void a_growth_has_a_sign(double ratio, String text) {
        assertThat(Numbers.growth(ratio)).isEqualTo(text);
    }

    @Test
    void both_bounds_of_an_interval_have_signs() {
        assertThat(Numbers.interval(new Interval(-0.03, 0.058, 0.95))).isEqualTo("-3 % to +5.8 %");
        assertThat(Numbers.interval(new Interval(-1, 1.3e25, 0.95))).isEqualTo("-100 % to +∞");
        assertThat(Numbers.bounds(new Interval(-0.03, Double.POSITIVE_INFINITY, 0.95)))
                .isEqualTo("[-3, +∞]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    0.041  | 41 ms
                    12.34  | 12.3 s
                    59.96  | 1 min 0 s
                    125    | 2 min 5 s
                    3840   | 1 h 4 min
                    NaN    | unknown
                    """)
    void a_duration_reads_as_people_say_it(double seconds, String text) {
        assertThat(Numbers.duration(seconds)).isEqualTo(text);
    }

    @Test
    void two_values_on_both_sides_of_a_limit_never_read_the_same() {
        assertThat(Numbers.apart(0.50004, 0.5, Unit.PERCENT)).isEqualTo("50.004 %");
        assertThat(Numbers.apart(0.5, 0.5, Unit.PERCENT)).isEqualTo("50 %");
    }

    @Test
    void a_written_quantity_keeps_its_digits() {
        assertThat(Numbers.quantity(new Quantity(0.05, Unit.PERCENT))).isEqualTo("0.05 %");
        assertThat(Numbers.quantity(new Quantity(1234.5, Unit.MILLISECONDS))).isEqualTo("1,234.5 ms");
    }

    @ParameterizedTest
    @CsvSource({
        "0.95, 95 %",
        "0.99583, 99.6 %",
        "0.99983, 99.98 %",
        "0.999958, 99.99 %",
        "0.9999996, 99.99 %",
        "1, 100 %"
    })
    void a_confidence_is_never_said_to_be_all(double ratio, String text) {
        assertThat(Numbers.confidence(ratio)).isEqualTo(text);
    }

    @Test
    void no_number_shows_an_exponent_or_more_than_a_few_digits() {
        Random random = new Random(7);
        for (int i = 0; i < 10_000; i++) {
            double value = random.nextGaussian() * Math.pow(10, random.nextInt(18) - 9);

            assertThat(Numbers.quantity(value, Unit.MILLISECONDS)).matches("-?[0-9,]+(\\.[0-9]+)? (ns|µs|ms|s)");
            assertThat(Numbers.growth(value)).matches("[+-]?[0-9,]+(\\.[0-9]{1,2})? %");
        }
    }

    @Test
    void what_samples_tell_roughly_has_no_more_digits_than_it_is_worth() {
        assertThat(Numbers.rough(0.4567)).isEqualTo("46 %");
        assertThat(Numbers.rough(0.0321)).isEqualTo("3.2 %");
        assertThat(Numbers.rough(Double.NaN)).isEqualTo("unknown");
        assertThat(Numbers.about(197.6)).isEqualTo("about 200");
        assertThat(Numbers.about(1234)).isEqualTo("about 1,200");
    }

    @Test
    void a_number_is_written_as_it_was_read() {
        assertThat(Numbers.written(250)).isEqualTo("250");
        assertThat(Numbers.written(0.5)).isEqualTo("0.5");
    }
}
