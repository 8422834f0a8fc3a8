package dev.flamegate.plan;

import dev.flamegate.model.Unit;
import dev.flamegate.model.rule.Better;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.Indicators;
import dev.flamegate.plan.yaml.Node;
import dev.flamegate.plan.yaml.Node.Field;
import dev.flamegate.plan.yaml.Node.Fields;
import dev.flamegate.plan.yaml.Problems;
import dev.flamegate.plan.yaml.Section;
import dev.flamegate.plan.yaml.Source.Position;
import dev.flamegate.plan.yaml.Value;
import dev.flamegate.plan.yaml.Words;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the user's own indicators from all files. */
final class IndicatorReader {
    static final List<String> KEYS = List.of("query", "unit", "better", "description");

    private static final String NAME = "[a-z][a-z0-9]*+(?:[.-][a-z0-9]++)*+";

    /** The unit of a plain ratio, whose limits are written without a unit. */
    private static final String RATIO = "ratio";

    /** Words of the grammar, which cannot be units. */
    private static final List<String> RESERVED = List.of("growth", "drop", "vs");

    private final Map<String, Optional<Indicator>> found = new LinkedHashMap<>();
    private final Map<String, Position> places = new HashMap<>();

    void read(Section file) {
        file.value("indicators").ifPresent(node -> {
            if (node instanceof Fields fields) {
                fields.fields().forEach(field -> read(field, file.problems()));
            } else {
                file.problems()
                        .add(node.at(), "`indicators` takes a mapping of names to indicators, not " + node.describe());
            }
        });
    }

    private void read(Field field, Problems problems) {
        String name = field.key().value();
        Position at = field.key().at();
        Position first = places.putIfAbsent(name, at);
        if (first != null) {
            problems.add(at, "the indicator `" + Words.brief(name) + "` is defined twice; first at " + first.text());
            return;
        }
        int before = problems.count();
        if (!name.matches(NAME)) {
            problems.add(
                    at,
                    "`" + Words.brief(name)
                            + "` is not a valid name for an indicator: use lower-case letters and digits, separated by "
                            + "dots or hyphens",
                    suggestedName(name));
        } else if (Indicators.find(name).isPresent()) {
            problems.add(at, "`" + name + "` is an indicator of Flamegate; give yours another name", "my." + name);
        }
        Optional<Indicator> indicator = indicator(name, field.value(), problems, before);
        found.put(name, indicator);
    }

    private static @Nullable String suggestedName(String name) {
        String plain = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.]+", "-");
        return plain.matches(NAME) ? plain : null;
    }

    private static Optional<Indicator> indicator(String name, Node node, Problems problems, int before) {
        Section section = Section.of(node, "indicators." + Words.brief(name), problems, KEYS);
        section.require("query", "what to ask Prometheus for");
        section.require("unit", "the unit of the answer, such as `ms`, `MiB`, `%`, `tasks`, `orders/s` or `ratio`");
        section.require("better", "`lower` or `higher`");
        Optional<String> query = section.read("query", Value::text);
        Optional<Unit> unit = section.read("unit", IndicatorReader::unit);
        Optional<Better> better = section.read("better", Value.choice(Better.class));
        Optional<String> description = section.read("description", Value::text);
        if (problems.count() > before || query.isEmpty() || unit.isEmpty() || better.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(Indicator.own(name, unit.get(), better.get(), description.orElse(name), query.get()));
    }

    private static Optional<Unit> unit(Value value) {
        Optional<String> text = value.text();
        Optional<Unit> unit = text.flatMap(IndicatorReader::named);
        if (text.isPresent() && unit.isEmpty()) {
            value.wrong(
                    "a unit: `ms`, `MiB`, `%`, `ratio`, or the word for what is counted, such as `tasks` or `orders/s`");
        }
        return unit;
    }

    /** The unit of a user's own indicator, or empty if there is no unit of this name. */
    private static Optional<Unit> named(String name) {
        if (name.equals(RATIO)) {
            return Optional.of(Unit.RATIO);
        }
        Optional<Unit> fixed = Unit.fixed(name);
        if (fixed.isPresent()) {
            return fixed.filter(unit -> !unit.equals(Unit.POINTS));
        }
        if (name.isEmpty() || !Unit.isSymbol(name) || !Character.isLetter(name.charAt(0)) || RESERVED.contains(name)) {
            return Optional.empty();
        }
        return Optional.of(name.endsWith("/s") ? new Unit(name, Unit.Dimension.RATE, 1) : Unit.count(name));
    }

    /** The names that are defined, including those with mistakes. */
    Set<String> names() {
        return found.keySet();
    }

    Optional<Indicator> find(String name) {
        return found.getOrDefault(name, Optional.empty());
    }

    /** The indicators defined without a mistake. */
    List<Indicator> all() {
        return found.values().stream().flatMap(Optional::stream).toList();
    }
}
