package dev.flamegate.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.model.Interval;
import dev.flamegate.model.LatencyHistogram;
import dev.flamegate.model.Unit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChartTest {
    @Test
    void text_and_attributes_are_escaped() {
        String svg =
                Svg.picture("c", 1, 1, "\"<&>'").text("text", "<b>&", "x", 1.26).markup();

        assertThat(svg)
                .isEqualTo("<svg class=\"c\" viewBox=\"0 0 1 1\" role=\"img\" aria-label=\"&quot;&lt;&amp;&gt;&#39;\">"
                        + "<text x=\"1.3\">&lt;b&gt;&amp;</text></svg>");
    }

    @Test
    void a_coordinate_that_is_no_number_is_refused() {
        assertThatThrownBy(() -> Svg.coordinate(Double.NaN)).hasMessageStartingWith("NaN: ");
        assertThat(Svg.coordinate(-0.04)).isEqualTo("0");
        assertThat(Svg.coordinate(-1.25)).isEqualTo("-1.2");
    }

    @ParameterizedTest
    @ValueSource(
            doubles = {0, 1e-9, 0.0007, 0.0123, 0.99, 1, 3.7, 49.9, 1e4, 7e10, Double.NaN, Double.POSITIVE_INFINITY})
    void an_axis_has_few_ticks_and_holds_the_largest_value(double largest) {
        Axis axis = Axis.fromZero(largest, Unit.MILLISECONDS);

        assertThat(axis.ticks()).hasSizeBetween(2, 8);
        assertThat(axis.ticks()).extracting(Axis.Tick::label).doesNotHaveDuplicates();
        if (Double.isFinite(largest)) {
            assertThat(axis.high()).isGreaterThanOrEqualTo(largest * 0.999999);
        }
    }

    @Test
    void a_growth_without_bounds_reaches_the_edge_of_the_scale() {
        GrowthChart.Bar open =
                new GrowthChart.Bar(Double.POSITIVE_INFINITY, new Interval(0.1, Double.POSITIVE_INFINITY, 0.95), 0.05);

        String svg = new GrowthChart(List.of(open)).draw(open, "fail");

        assertThat(svg).contains("x2=\"280\"", "Growth +∞", "limit +5 %");
    }

    @Test
    void labels_of_a_wide_scale_do_not_run_into_each_other() {
        GrowthChart chart = new GrowthChart(List.of(new GrowthChart.Bar(0.4, new Interval(-0.934, 30.57, 0.99), 0.2)));

        Matcher label = Pattern.compile("x=\"([0-9.]+)\" y=\"11\">([^<]+)<").matcher(chart.scale());
        Map<Double, String> byPlace = new TreeMap<>();
        while (label.find()) {
            byPlace.put(Double.valueOf(label.group(1)), label.group(2));
        }
        double end = Double.NEGATIVE_INFINITY;
        for (Map.Entry<Double, String> mark : byPlace.entrySet()) {
            double half = mark.getValue().length() * 5.5 / 2;
            assertThat(mark.getKey() - half).as(mark.getValue()).isGreaterThan(end);
            end = mark.getKey() + half;
        }
        assertThat(byPlace).hasSizeGreaterThan(3);
    }

    @Test
    void the_scale_marks_both_sides_of_zero() {
        GrowthChart chart = new GrowthChart(
                List.of(new GrowthChart.Bar(-0.4, null, Double.NaN), new GrowthChart.Bar(2, null, Double.NaN)));

        assertThat(chart.scale()).contains(">0<", ">-25 %<", ">+25 %<", ">+100 %<");
    }

    @Test
    void a_latency_of_one_request_can_be_drawn() {
        Histogram one = new Histogram(3);
        one.recordValue(1_500);

        assertThat(PercentileChart.draw("GET /", LatencyHistogram.ofMicros(one), null))
                .contains("median 1.5 ms", "<path");
    }

    @Test
    void a_series_with_gaps_lifts_the_pen() {
        Line line = new Line("t0", new double[] {1, 2, 3, 4}, new double[] {5, Double.NaN, 6, 7});

        String svg = TimeChart.draw("x", Unit.SECONDS, List.of(line), List.of(new TimeChart.Stretch(1, 4)));

        String path = svg.substring(svg.indexOf(" d=\"") + 4);
        assertThat(path.substring(0, path.indexOf('"'))).matches("M[0-9. ]+M[0-9. ]+L[0-9. ]+");
    }
}
