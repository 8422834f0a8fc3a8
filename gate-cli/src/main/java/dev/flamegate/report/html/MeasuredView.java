package dev.flamegate.report.html;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.Measurement;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.report.GateReport;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Everything measured, whether or not a rule is about it, and what could not be measured, with the reason. */
public record MeasuredView(
        String title, List<IndicatorRow> rows, String missingTitle, List<Gap> missing, boolean compared) {
    public record IndicatorRow(
            String indicator, String part, String value, String trials, String baseline, String change) {}

    /** One indicator without a value. */
    public record Gap(String indicator, String part, String reason) {}

    private record Key(String indicator, Selector selector) {
        static Key of(Measurement measurement) {
            return new Key(measurement.indicator().name(), measurement.selector());
        }
    }

    static MeasuredView of(GateReport report) {
        Map<Key, Double> before = new HashMap<>();
        report.baseline()
                .ifPresent(baseline -> baseline.measurements().forEach(measurement -> {
                    if (measurement instanceof Measurement.Measured measured) {
                        before.put(Key.of(measured), measured.value());
                    }
                }));
        List<IndicatorRow> rows = report.measurements().stream()
                .filter(Measurement.Measured.class::isInstance)
                .map(Measurement.Measured.class::cast)
                .map(measured -> row(measured, before.get(Key.of(measured))))
                .toList();
        List<Gap> missing = report.measurements().stream()
                .filter(Measurement.Missing.class::isInstance)
                .map(Measurement.Missing.class::cast)
                .map(MeasuredView::gap)
                .toList();
        return new MeasuredView(
                Names.plural(rows.size(), "value"),
                rows,
                Names.plural(missing.size(), "indicator") + " could not be measured",
                missing,
                !before.isEmpty());
    }

    private static Gap gap(Measurement.Missing missing) {
        return new Gap(
                Names.visible(missing.indicator().name()),
                Names.selector(missing.selector()),
                Names.visible(missing.reason()));
    }

    private static IndicatorRow row(Measurement.Measured measured, @Nullable Double before) {
        Unit unit = measured.indicator().unit();
        String trials = measured.trials().size() < 2
                ? ""
                : measured.trials().stream()
                        .map(value -> Numbers.quantity(value, unit))
                        .collect(Collectors.joining(", "));
        return new IndicatorRow(
                Names.visible(measured.indicator().name()),
                Names.selector(measured.selector()),
                Numbers.quantity(measured.value(), unit),
                trials,
                before == null ? "" : Numbers.quantity(before, unit),
                before == null ? "" : growth(measured.value(), before));
    }

    /** Relative change for people; a change from zero has no ratio, and the text says so. */
    static String growth(double value, double before) {
        if (value == before) {
            return Numbers.growth(0);
        }
        return before == 0 ? "new" : Numbers.growth((value - before) / Math.abs(before));
    }
}
