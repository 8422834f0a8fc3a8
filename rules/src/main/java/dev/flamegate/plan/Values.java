package dev.flamegate.plan;

import dev.flamegate.format.Numbers;
import dev.flamegate.plan.Node.Field;
import dev.flamegate.plan.Node.Fields;
import dev.flamegate.plan.Node.Items;
import dev.flamegate.plan.Node.Kind;
import dev.flamegate.plan.Node.Scalar;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The kinds of values a key may take, but for amounts with a unit. Each records a problem and gives nothing when wrong. */
final class Values {
    private Values() {}

    /** A text that is not blank. */
    static Optional<String> text(Value value) {
        if (value.node() instanceof Scalar scalar
                && scalar.kind() == Kind.TEXT
                && !scalar.value().isBlank()) {
            return Optional.of(scalar.value());
        }
        boolean unquoted = value.node() instanceof Scalar scalar
                && (scalar.kind() == Kind.NUMBER || scalar.kind() == Kind.BOOLEAN);
        value.wrong("text", unquoted ? '"' + ((Scalar) value.node()).value() + '"' : null);
        return Optional.empty();
    }

    /** A text that begins with {@code /}. */
    static Optional<String> path(Value value) {
        Optional<String> text = text(value);
        if (text.isPresent() && !text.get().startsWith("/")) {
            value.wrong("a path that begins with `/`", "/" + text.get());
            return Optional.empty();
        }
        return text;
    }

    /** A base URL. */
    static Optional<String> httpUrl(Value value) {
        Optional<String> text = text(value);
        if (text.isPresent() && !text.get().matches(ArmSpec.HTTP_URL)) {
            value.wrong("the base URL of a service, as `http://localhost:8080`");
            return Optional.empty();
        }
        return text;
    }

    /** A list of texts. */
    static Optional<List<String>> texts(Value value) {
        return list(value, Values::text);
    }

    /** A list of texts, where numbers and true and false are taken as written: arguments of a program. */
    static Optional<List<String>> words(Value value) {
        return list(value, Values::word);
    }

    private static Optional<String> word(Value value) {
        if (value.node() instanceof Scalar scalar && scalar.kind() != Kind.NOTHING) {
            return Optional.of(scalar.value());
        }
        value.wrong("text", placeholder(value.node()));
        return Optional.empty();
    }

    /** The placeholder in quotes where it was written without them, which YAML takes for a mapping; else {@code null}. */
    private static @Nullable String placeholder(Node node) {
        boolean mapping = node instanceof Fields fields
                && fields.fields().size() == 1
                && ("{" + fields.fields().get(0).key().value() + "}").equals(TargetSpec.PORT);
        return mapping ? '"' + TargetSpec.PORT + '"' : null;
    }

    static <T> Optional<List<T>> list(Value value, Function<Value, Optional<T>> item) {
        if (!(value.node() instanceof Items items)) {
            boolean single = value.node() instanceof Scalar scalar && scalar.kind() != Kind.NOTHING;
            value.wrong("a list", single ? "[" + Words.brief(((Scalar) value.node()).value()) + "]" : null);
            return Optional.empty();
        }
        List<T> list = new ArrayList<>();
        for (Node node : items.items()) {
            item.apply(new Value("an item of " + value.name(), node, value.problems()))
                    .ifPresent(list::add);
        }
        return Optional.of(list);
    }

    /** Names and values of the user's own, the values as written. */
    static Optional<Map<String, String>> settings(Value value) {
        if (!(value.node() instanceof Fields fields)) {
            value.wrong("a mapping of names to values");
            return Optional.empty();
        }
        Map<String, String> settings = new LinkedHashMap<>();
        for (Field field : fields.fields()) {
            String key = field.key().value();
            if (key.isBlank()) {
                value.problems().add(field.key().at(), "a name in `" + value.name() + "` is empty");
            } else {
                word(new Value(value.name() + "." + Words.brief(key), field.value(), value.problems()))
                        .ifPresent(text -> {
                            if (settings.putIfAbsent(key, text) != null) {
                                value.problems().add(field.key().at(), "`" + Words.brief(key) + "` is given twice");
                            }
                        });
            }
        }
        return Optional.of(settings);
    }

    static Function<Value, Optional<Integer>> whole(int least, int most) {
        return value -> {
            if (value.node() instanceof Scalar scalar && scalar.kind() == Kind.NUMBER) {
                double number = number(scalar);
                if (number >= least && number <= most && number == Math.rint(number)) {
                    return Optional.of((int) number);
                }
            }
            value.wrong("a whole number from " + least + " to " + most, unquoted(value));
            return Optional.empty();
        };
    }

    /** A number above 0. */
    static Function<Value, Optional<Double>> positive(double most) {
        return value -> {
            if (value.node() instanceof Scalar scalar && scalar.kind() == Kind.NUMBER) {
                double number = number(scalar);
                if (number > 0 && number <= most) {
                    return Optional.of(number);
                }
            }
            value.wrong("a number above 0, at most " + Numbers.written(most), unquoted(value));
            return Optional.empty();
        };
    }

    /** The number that stands in quotes, or {@code null}. */
    private static @Nullable String unquoted(Value value) {
        boolean number = value.node() instanceof Scalar scalar
                && scalar.style() == Node.Style.QUOTED
                && scalar.value().matches("\\d{1,9}(\\.\\d{1,9})?");
        return number ? ((Scalar) value.node()).value() : null;
    }

    /** One of the constants of an enum, written in small letters with hyphens. */
    static <E extends Enum<E>> Function<Value, Optional<E>> choice(Class<E> type) {
        return value -> {
            List<String> words = Stream.of(type.getEnumConstants())
                    .map(constant -> constant.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                    .toList();
            return oneOf(words).apply(value).map(word -> type.getEnumConstants()[words.indexOf(word)]);
        };
    }

    static Function<Value, Optional<String>> oneOf(List<String> words) {
        return value -> {
            if (value.node() instanceof Scalar scalar) {
                if (scalar.kind() == Kind.TEXT && words.contains(scalar.value())) {
                    return Optional.of(scalar.value());
                }
                value.wrong(Words.listed(words, "or"), Nearest.of(scalar.value(), words));
            } else {
                value.wrong(Words.listed(words, "or"));
            }
            return Optional.empty();
        };
    }

    /** The number a scalar of kind NUMBER stands for; may be infinite. */
    static double number(Scalar scalar) {
        return Double.parseDouble(scalar.value());
    }
}
