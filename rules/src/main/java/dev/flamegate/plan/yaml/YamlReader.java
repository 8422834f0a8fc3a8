package dev.flamegate.plan.yaml;

import dev.flamegate.plan.yaml.Node.Field;
import dev.flamegate.plan.yaml.Node.Fields;
import dev.flamegate.plan.yaml.Node.Items;
import dev.flamegate.plan.yaml.Node.Kind;
import dev.flamegate.plan.yaml.Node.Scalar;
import dev.flamegate.plan.yaml.Node.Style;
import dev.flamegate.plan.yaml.Source.Position;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;
import org.snakeyaml.engine.v2.schema.JsonSchema;

/**
 * Turns YAML 1.2 into a tree with positions. It reads the event stream, so aliases, deep nesting and further documents
 * are rejected at their position, before anything is built from them.
 */
public final class YamlReader {
    /**
     * Maximum number of characters in a file: room for 1500 rules, which a JVM that has just started reads well within
     * a second.
     */
    public static final int MOST_CHARACTERS = 1 << 18;

    /** Maximum nesting; the language itself nests five deep. */
    public static final int DEEPEST = 16;

    private static final ScalarResolver RESOLVER = new JsonSchema().getScalarResolver();

    private final Source source;
    private final Iterator<Event> events;

    private YamlReader(Source source, String text) {
        this.source = source;
        // One buffer for the whole file: snakeyaml-engine 3.0.1 fails if a surrogate pair lies across the end of a
        // buffer.
        LoadSettings settings =
                LoadSettings.builder().setBufferSize(text.length() + 2).build();
        this.events = new Parse(settings).parseString(text).iterator();
    }

    /** The single document of a file; empty, with the problem recorded, if it cannot be read. */
    public static Optional<Node> read(Source source, Problems problems) {
        return read(source, source.text(), problems);
    }

    /** Reads a part of a source: {@code text} replaces it, with the same length and positions. */
    public static Optional<Node> read(Source source, String text, Problems problems) {
        if (text.length() > MOST_CHARACTERS) {
            problems.add(
                    new Position(source, 1, 1),
                    "the file is longer than 256 KiB: this is neither a plan nor a rule file");
            return Optional.empty();
        }
        int half = YamlMistake.halfCharacter(text);
        if (half >= 0) {
            YamlMistake.notAllowed(text.charAt(half), source, text.substring(0, half))
                    .addTo(problems);
            return Optional.empty();
        }
        try {
            return Optional.of(new YamlReader(source, text).document());
        } catch (Refused refused) {
            problems.add(refused.at, refused.reason);
        } catch (YamlEngineException mistake) {
            YamlMistake.of(mistake, source, text).addTo(problems);
        }
        return Optional.empty();
    }

    private Node document() {
        events.next();
        Event first = events.next();
        if (first.getEventId() == Event.ID.StreamEnd) {
            throw new Refused(new Position(source, 1, 1), "the file is empty");
        }
        Node root = node(events.next(), 0);
        events.next();
        Event after = events.next();
        if (after.getEventId() != Event.ID.StreamEnd) {
            throw new Refused(place(after), "a second document in one file: put it in a separate file");
        }
        return root;
    }

    private Node node(Event event, int depth) {
        Position at = place(event);
        if (event instanceof AliasEvent) {
            throw new Refused(at, "aliases are not supported; write the value out");
        }
        if (((NodeEvent) event).getAnchor().isPresent()) {
            throw new Refused(at, "anchors are not supported; write the value out where it is needed");
        }
        if (event instanceof ScalarEvent scalar) {
            return scalar(scalar, at);
        }
        CollectionStartEvent start = (CollectionStartEvent) event;
        if (start.getTag().isPresent()) {
            throw tagged(at);
        }
        if (depth == DEEPEST) {
            throw new Refused(at, "nested more than " + DEEPEST + " deep");
        }
        return start instanceof MappingStartEvent ? mapping(at, depth + 1) : list(at, depth + 1);
    }

    private Node mapping(Position at, int depth) {
        List<Field> fields = new ArrayList<>();
        for (Event event = events.next(); !(event instanceof CollectionEndEvent); event = events.next()) {
            Node key = node(event, depth);
            if (!(key instanceof Scalar name)) {
                throw new Refused(key.at(), "a key must be one word, not " + key.describe());
            }
            fields.add(new Field(name, node(events.next(), depth)));
        }
        return new Fields(at, List.copyOf(fields));
    }

    private Node list(Position at, int depth) {
        List<Node> items = new ArrayList<>();
        for (Event event = events.next(); !(event instanceof CollectionEndEvent); event = events.next()) {
            items.add(node(event, depth));
        }
        return new Items(at, List.copyOf(items));
    }

    private static Scalar scalar(ScalarEvent event, Position at) {
        if (event.getTag().isPresent()) {
            throw tagged(at);
        }
        Style style =
                event.isPlain() ? Style.PLAIN : event.isDQuoted() || event.isSQuoted() ? Style.QUOTED : Style.BLOCK;
        return scalar(at, event.getValue(), style);
    }

    /** A scalar with the kind that YAML gives it. */
    public static Scalar scalar(Position at, String value, Style style) {
        Tag tag = RESOLVER.resolve(value, style == Style.PLAIN);
        Kind kind = tag.equals(Tag.NULL)
                ? Kind.NOTHING
                : tag.equals(Tag.BOOL)
                        ? Kind.BOOLEAN
                        : tag.equals(Tag.INT) || tag.equals(Tag.FLOAT) ? Kind.NUMBER : Kind.TEXT;
        return new Scalar(at, value, kind, style);
    }

    private static Refused tagged(Position at) {
        return new Refused(at, "tags (`!name`) are not supported");
    }

    private Position place(Event event) {
        Optional<Mark> mark = event.getStartMark();
        return mark.map(there -> new Position(source, there.getLine() + 1, there.getColumn() + 1))
                .orElseGet(() -> new Position(source, 1, 1));
    }

    /** Ends the reading of one file. */
    private static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient Position at;
        private final String reason;

        Refused(Position at, String reason) {
            super(reason, null, false, false);
            this.at = at;
            this.reason = reason;
        }
    }
}
