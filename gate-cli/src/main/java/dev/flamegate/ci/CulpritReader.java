package dev.flamegate.ci;

import dev.flamegate.model.Culprit;
import dev.flamegate.model.Interval;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.SuspectCommit;
import dev.flamegate.model.Unit;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the culprit of a finding from {@code result.json}. */
final class CulpritReader {
    private static final Interval UNKNOWN = new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 0);

    private CulpritReader() {}

    /** The culprit, in base units. */
    static Culprit read(JsonNode node) {
        return new Culprit(
                ResultReader.text(node, "frame"),
                ResultReader.orNull(node, "file"),
                Math.max(0, node.path("line").asInt(0)),
                ResultReader.number(node, "share", Unit.RATIO),
                ResultReader.number(node, "growth", Unit.RATIO),
                ResultReader.interval(node.path("interval"), Unit.RATIO, 0),
                evidence(node.path("evidence")),
                ResultReader.each(node, "commits", CulpritReader::commit));
    }

    private static Culprit.Evidence evidence(JsonNode node) {
        String key = ResultReader.text(node, "event");
        ProfileEvent event = ProfileEvent.find(key)
                .orElseThrow(() -> new IllegalArgumentException(key + ": no profile event"));
        Unit unit = event.unit();
        double confidence = Math.min(1, Math.max(0, node.path("confidence").asDouble(0)));
        Interval change = ResultReader.interval(node.path("change"), unit, confidence);
        return new Culprit.Evidence(
                event,
                Culprit.Kind.valueOf(ResultReader.text(node, "kind").toUpperCase(Locale.ROOT)),
                or(ResultReader.number(node, "baselinePerRequest", unit)),
                or(ResultReader.number(node, "perRequest", unit)),
                change == null ? UNKNOWN : change,
                ResultReader.each(node, "path", frame -> frame.asString("")),
                ResultReader.orNull(node, "within"),
                ResultReader.orNull(node, "movedFrom"));
    }

    private static double or(@Nullable Double number) {
        return number == null ? Double.NaN : number;
    }

    private static SuspectCommit commit(JsonNode node) {
        return new SuspectCommit(
                ResultReader.text(node, "hash"),
                ResultReader.text(node, "author"),
                date(ResultReader.text(node, "date")),
                ResultReader.text(node, "subject"),
                node.path("near").asInt(0),
                node.path("touched").asInt(0));
    }

    private static Instant date(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(text + ": no date", e);
        }
    }
}
