package dev.flamegate.gate.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.load.LoadResult;
import dev.flamegate.model.LoadQuality;
import dev.flamegate.model.SeriesPoint;
import dev.flamegate.model.Window;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SeriesOfTrialTest {
    private static final Instant ZERO = Instant.parse("2026-11-20T15:42:33Z");

    @Test
    void a_generator_that_loaded_several_windows_is_joined_once() {
        List<SeriesPoint> series = SeriesOfTrial.join(List.of(load(0, 10), load(0, 25)), ZERO, List.of());

        assertThat(series).hasSize(25);
        assertThat(series.get(24).second()).isEqualTo(25);
    }

    @Test
    void generators_started_for_one_window_each_stand_where_they_loaded() {
        List<SeriesPoint> series = SeriesOfTrial.join(List.of(load(30, 2), load(45, 2)), ZERO, List.of());

        assertThat(series).extracting(SeriesPoint::second).containsExactly(31.0, 32.0, 46.0, 47.0);
    }

    @Test
    void seconds_before_the_load_began_are_left_out() {
        assertThat(SeriesOfTrial.join(List.of(load(-3, 5)), ZERO, List.of()))
                .extracting(SeriesPoint::second)
                .containsExactly(1.0, 2.0);
    }

    private static LoadResult load(int began, int seconds) {
        Instant start = ZERO.plusSeconds(began);
        List<SeriesPoint> series = IntStream.rangeClosed(1, seconds)
                .mapToObj(second -> new SeriesPoint(second, Double.NaN, Double.NaN, 50, 0, 0.002, 0.004, Double.NaN))
                .toList();
        return new LoadResult(
                new Window(start, start.plusSeconds(seconds)),
                start,
                true,
                List.of(),
                LoadQuality.UNKNOWN,
                series,
                List.of(),
                List.of());
    }
}
