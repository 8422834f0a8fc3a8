package dev.flamegate.report.json;

import static dev.flamegate.report.json.Values.inBase;
import static dev.flamegate.report.json.Values.number;
import static dev.flamegate.report.json.Values.orEmpty;
import static dev.flamegate.report.json.Values.orNaN;

import dev.flamegate.model.Unit;
import dev.flamegate.model.WorkDifference.Both;
import dev.flamegate.model.finding.LoopTurns;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * A loop that turns more often, in a {@link Result}.
 *
 * @param method with the loop
 * @param line of its head; {@code null} when unknown
 * @param request name of the requests
 * @param baselinePerRequest turns per request there
 * @param perRequest turns per request now
 */
public record LoopJson(
        String method,
        @Nullable Integer line,
        String request,
        @Nullable BigDecimal baselinePerRequest,
        @Nullable BigDecimal perRequest) {
    public LoopJson {
        method = orEmpty(method);
        request = orEmpty(request);
    }

    static LoopJson of(LoopTurns loop) {
        return new LoopJson(
                loop.method(),
                loop.line() == 0 ? null : loop.line(),
                loop.request(),
                number(loop.turns().baseline(), Unit.RATIO),
                number(loop.turns().candidate(), Unit.RATIO));
    }

    /** The loop, for words. */
    LoopTurns model() {
        return new LoopTurns(
                method,
                line == null ? 0 : Math.max(0, line),
                request,
                new Both(orNaN(inBase(baselinePerRequest, Unit.RATIO)), orNaN(inBase(perRequest, Unit.RATIO))));
    }
}
