package dev.flamegate.plan.yaml;

import dev.flamegate.plan.yaml.Source.Position;
import java.util.List;

/** A YAML value and its place. */
public sealed interface Node {
    Position at();

    /** Describes the node in a message: {@code a list}, {@code the number 5}. */
    String describe();

    /** The meaning of a scalar in YAML. */
    enum Kind {
        TEXT,
        NUMBER,
        BOOLEAN,
        NOTHING
    }

    enum Style {
        PLAIN,
        QUOTED,
        /** Folded or literal, after {@code >} or {@code |}. */
        BLOCK
    }

    /** A scalar; {@code value} is its text whatever its kind. */
    record Scalar(Position at, String value, Kind kind, Style style) implements Node {
        private static final int SHOWN = 40;

        /**
         * The position of one character of the value in the file; the position of the whole value if its characters in
         * the file are different (escapes, folded lines).
         */
        public Position inside(int offset) {
            String line = at.source().line(at.line());
            int skip = style == Style.QUOTED ? 1 : 0;
            int start = line.offsetByCodePoints(0, at.column() - 1) + skip;
            if (style == Style.BLOCK || !line.startsWith(value, start)) {
                return at;
            }
            return new Position(at.source(), at.line(), at.column() + skip + value.codePointCount(0, offset));
        }

        /** The number that a scalar of kind NUMBER stands for; may be infinite. */
        public double number() {
            return Double.parseDouble(value);
        }

        @Override
        public String describe() {
            String shown = value.length() > SHOWN ? value.substring(0, SHOWN) + "…" : value;
            return switch (kind) {
                case NOTHING -> "nothing";
                case NUMBER -> "the number `" + shown + "`";
                case BOOLEAN -> "`" + shown + "`";
                case TEXT -> value.isBlank() ? "an empty string" : "the text `" + shown.replaceAll("\\s+", " ") + "`";
            };
        }
    }

    record Items(Position at, List<Node> items) implements Node {
        @Override
        public String describe() {
            return "a list";
        }
    }

    /** A mapping, its entries as written; a key may occur twice. */
    record Fields(Position at, List<Field> fields) implements Node {
        @Override
        public String describe() {
            return "a mapping";
        }
    }

    /** One entry of a mapping. */
    record Field(Scalar key, Node value) {}
}
