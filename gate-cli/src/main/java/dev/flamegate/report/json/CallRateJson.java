package dev.flamegate.report.json;

import static dev.flamegate.report.json.Values.inBase;
import static dev.flamegate.report.json.Values.number;
import static dev.flamegate.report.json.Values.orNaN;

import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.CallRate;
import dev.flamegate.report.json.Values.Bounds;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * The number of calls of a method in a {@link Result}.
 *
 * @param baselinePerRequest calls per request there
 * @param perRequest calls per request now
 * @param ratio how many times as often; {@code null} where the baseline never called it
 * @param interval of the ratio, with its {@code confidence}
 * @param more whether it is shown to be called more often
 */
public record CallRateJson(
        @Nullable BigDecimal baselinePerRequest,
        @Nullable BigDecimal perRequest,
        @Nullable BigDecimal ratio,
        @Nullable Bounds interval,
        @Nullable BigDecimal confidence,
        boolean more) {
    static CallRateJson of(CallRate calls) {
        return new CallRateJson(
                number(calls.baseline(), Unit.RATIO),
                number(calls.candidate(), Unit.RATIO),
                number(calls.ratio(), Unit.RATIO),
                Bounds.of(calls.interval(), Unit.RATIO),
                calls.interval() == null ? null : number(calls.interval().confidence(), Unit.RATIO),
                calls.more());
    }

    /** The rate, for words. */
    CallRate model() {
        double part = confidence == null ? 0 : Math.min(1, Math.max(0, confidence.doubleValue()));
        return new CallRate(
                orNaN(inBase(baselinePerRequest, Unit.RATIO)),
                orNaN(inBase(perRequest, Unit.RATIO)),
                inBase(ratio, Unit.RATIO),
                interval == null ? null : interval.interval(Unit.RATIO, part),
                more);
    }
}
