package dev.flamegate.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatencyHistogramTest {
    private static final int REQUESTS = 20_000;

    @Test
    void a_value_that_stands_alone_is_its_own_percentile() {
        LatencyHistogram histogram = of(10, 20, 30, 40);

        assertThat(histogram.percentile(25)).isEqualTo(0.010, within(1e-5));
        assertThat(histogram.percentile(50)).isEqualTo(0.020, within(2e-5));
        assertThat(histogram.percentile(99)).isEqualTo(0.040, within(4e-5));
        assertThat(LatencyHistogram.empty().percentile(50)).isZero();
    }

    /** A clock in whole milliseconds reads one and the same latency as two values; how often each, says where between. */
    @ParameterizedTest
    @ValueSource(doubles = {0.3, 1, 2.25, 4.45, 4.55, 4.75, 12.9, 100.1})
    void one_latency_is_found_between_the_milliseconds_it_was_read_as(double milliseconds) {
        double found = read(milliseconds, 0).percentile(50) * 1000;

        assertThat(found).isEqualTo(milliseconds, within(0.12));
    }

    @ParameterizedTest
    @ValueSource(doubles = {25, 50, 95, 99})
    void of_latencies_that_scatter_every_percentile_is_found(double percentile) {
        double[] latencies = scattered(20, 3);

        Arrays.sort(latencies);
        double wanted = latencies[(int) Math.ceil(percentile / 100 * REQUESTS) - 1];
        assertThat(of(readAsWhole(latencies)).percentile(percentile) * 1000).isEqualTo(wanted, within(0.15));
    }

    @Test
    void microseconds_are_not_grouped() {
        assertThat(of(1.234, 2, 5).percentile(25)).isEqualTo(0.001234, within(1e-6));
        assertThat(of(1.234, 1.3, 1.4, 2, 2).percentile(80)).isEqualTo(0.002, within(2e-6));
    }

    @Test
    void a_tenth_of_a_millisecond_more_is_seen() {
        assertThat(read(20.1, 1).percentile(50) - read(20, 1).percentile(50)).isBetween(0.00005, 0.00015);
    }

    @Test
    void a_percentile_is_in_0_to_100() {
        LatencyHistogram histogram = of(1);

        assertThatIllegalArgumentException().isThrownBy(() -> histogram.percentile(100.1));
        assertThatIllegalArgumentException().isThrownBy(() -> histogram.percentile(Double.NaN));
    }

    private static LatencyHistogram read(double milliseconds, double sd) {
        return of(readAsWhole(scattered(milliseconds, sd)));
    }

    private static double[] scattered(double mean, double sd) {
        Random random = new Random(1);
        return random.doubles(REQUESTS)
                .map(ignored -> mean + sd * random.nextGaussian())
                .toArray();
    }

    /** As the difference of two readings of a clock that counts milliseconds. */
    private static double[] readAsWhole(double[] latencies) {
        Random random = new Random(2);
        return Arrays.stream(latencies)
                .map(latency -> {
                    double began = random.nextDouble();
                    return Math.floor(began + latency) - Math.floor(began);
                })
                .toArray();
    }

    private static LatencyHistogram of(double... milliseconds) {
        Histogram micros = new Histogram(3);
        for (double latency : milliseconds) {
            micros.recordValue(Math.round(latency * 1000));
        }
        return LatencyHistogram.ofMicros(micros);
    }

    @Test
    void a_few_bytes_cannot_ask_for_much_memory() {
        Histogram fine = new Histogram(1, Long.MAX_VALUE / 4, 5);
        fine.recordValue(1);
        ByteBuffer buffer = ByteBuffer.allocate(fine.getNeededByteBufferCapacity());
        int length = fine.encodeIntoCompressedByteBuffer(buffer);
        String encoded = Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> LatencyHistogram.decode(encoded))
                .withMessageContaining("5 digits");
    }
}
