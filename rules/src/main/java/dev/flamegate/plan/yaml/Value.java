package dev.flamegate.plan.yaml;

import dev.flamegate.format.Numbers;
import dev.flamegate.plan.yaml.Node.Field;
import dev.flamegate.plan.yaml.Node.Fields;
import dev.flamegate.plan.yaml.Node.Items;
import dev.flamegate.plan.yaml.Node.Kind;
import dev.flamegate.plan.yaml.Node.Scalar;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The value of one key, and the ways to read it: each records a problem and returns empty if the value is wrong.
 *
 * @param name the key's name in messages: {@code target.port}
 */
public record Value(String name, Node node, Problems problems) {
    /** The form of a service's base URL. */
    public static final String HTTP_URL = "https?://[^\\s/?#]+\\S*";

    /** Records that the value is of the wrong kind: {@code `target.port` takes a whole number, not the text `x`}. */
    public void wrong(String expected, @Nullable String suggestion) {
        problems.add(node.at(), "`" + name + "` takes " + expected + ", not " + node.describe(), suggestion);
    }

    /** Reports a wrong value without a suggestion. */
    public void wrong(String expected) {
        wrong(expected, null);
    }

    /** Records a problem at one character of a scalar. */
    public void wrongAt(int offset, String message, @Nullable String suggestion) {
        problems.add(node instanceof Scalar scalar ? scalar.inside(offset) : node.at(), message, suggestion);
    }

    /** The value if it is a scalar that is not null; no problem is recorded. */
    public Optional<Scalar> scalar() {
        return node instanceof Scalar scalar && scalar.kind() != Kind.NOTHING ? Optional.of(scalar) : Optional.empty();
    }

    private Optional<Scalar> scalar(Kind kind) {
        return scalar().filter(scalar -> scalar.kind() == kind);
    }

    /** A string that is not blank. */
    public Optional<String> text() {
        Optional<String> text = scalar(Kind.TEXT).map(Scalar::value).filter(value -> !value.isBlank());
        if (text.isEmpty()) {
            Optional<Scalar> unquoted = scalar().filter(scalar -> scalar.kind() != Kind.TEXT);
            wrong("text", unquoted.map(scalar -> '"' + scalar.value() + '"').orElse(null));
        }
        return text;
    }

    /** A string that matches; {@code expected} says in a message what it looks like. */
    public Optional<String> text(String regex, String expected) {
        Optional<String> text = text();
        if (text.isPresent() && !text.get().matches(regex)) {
            wrong(expected);
            return Optional.empty();
        }
        return text;
    }

    /**
     * A string that matches, which is often written without the quotes that its braces need; else like {@link #text}.
     */
    public Optional<String> placeholder(String regex, String expected) {
        String unquoted = placeholder();
        Optional<String> text = scalar(Kind.TEXT).map(Scalar::value).filter(value -> value.matches(regex));
        if (text.isEmpty()) {
            wrong(expected, unquoted);
        }
        return text;
    }

    /** A string that begins with {@code /}. */
    public Optional<String> path() {
        Optional<String> text = text();
        if (text.isPresent() && !text.get().startsWith("/")) {
            wrong("a path that begins with `/`", "/" + text.get());
            return Optional.empty();
        }
        return text;
    }

    public Optional<String> httpUrl() {
        return text(HTTP_URL, "the base URL of a service, such as `http://localhost:8080`");
    }

    public Optional<List<String>> texts() {
        return list(Value::text);
    }

    public Optional<List<String>> words() {
        return list(Value::word);
    }

    /** A command: a list of words, at least one, or a string without quotes that is split at spaces. */
    public Optional<List<String>> command() {
        if (node instanceof Scalar scalar
                && scalar.kind() == Kind.TEXT
                && !scalar.value().isBlank()) {
            if (scalar.value().matches("(?s).*[\"'\\\\].*")) {
                wrong("a list of words if quotes are needed");
                return Optional.empty();
            }
            return Optional.of(List.of(scalar.value().strip().split("\\s+")));
        }
        Optional<List<String>> words = words();
        if (words.isPresent() && node instanceof Items items && items.items().isEmpty()) {
            problems.add(node.at(), "`" + name + "` is empty");
        }
        return words;
    }

    private Optional<String> word() {
        Optional<String> word = scalar().map(Scalar::value);
        if (word.isEmpty()) {
            wrong("text", placeholder());
        }
        return word;
    }

    /**
     * The placeholder in quotes, if it was written without them and YAML took it for a mapping; otherwise {@code null}.
     */
    private @Nullable String placeholder() {
        boolean mapping = node instanceof Fields fields
                && fields.fields().size() == 1
                && fields.fields().get(0).value() instanceof Scalar value
                && value.kind() == Kind.NOTHING;
        return mapping ? "\"{" + ((Fields) node).fields().get(0).key().value() + "}\"" : null;
    }

    /** A list whose items are read by {@code item}; those for which it returns empty are left out. */
    public <T> Optional<List<T>> list(Function<Value, Optional<T>> item) {
        if (!(node instanceof Items items)) {
            wrong(
                    "a list",
                    scalar().map(one -> "[" + Words.brief(one.value()) + "]").orElse(null));
            return Optional.empty();
        }
        List<T> list = new ArrayList<>();
        for (Node one : items.items()) {
            item.apply(new Value("an item of " + name, one, problems)).ifPresent(list::add);
        }
        return Optional.of(list);
    }

    /** A mapping whose keys the user chooses; values are taken as written. */
    public Optional<Map<String, String>> settings() {
        if (!(node instanceof Fields fields)) {
            wrong("a mapping of names to values");
            return Optional.empty();
        }
        Map<String, String> settings = new LinkedHashMap<>();
        for (Field field : fields.fields()) {
            String key = field.key().value();
            if (key.isBlank()) {
                problems.add(field.key().at(), "a name in `" + name + "` is empty");
                continue;
            }
            Optional<String> text = new Value(name + "." + Words.brief(key), field.value(), problems).word();
            if (text.isPresent() && settings.putIfAbsent(key, text.get()) != null) {
                problems.add(field.key().at(), "`" + Words.brief(key) + "` is given twice");
            }
        }
        return Optional.of(settings);
    }

    /** Yes or no. */
    public Optional<Boolean> flag() {
        Optional<Boolean> flag = scalar(Kind.BOOLEAN).map(Scalar::value).map(Boolean::valueOf);
        if (flag.isEmpty()) {
            wrong("`true` or `false`", unquoted());
        }
        return flag;
    }

    /** A whole number between the two, inclusive. */
    public static Function<Value, Optional<Integer>> whole(int least, int most) {
        return value -> {
            Optional<Integer> number = value.scalar(Kind.NUMBER)
                    .map(Scalar::number)
                    .filter(given -> given >= least && given <= most && given == Math.rint(given))
                    .map(Double::intValue);
            if (number.isEmpty()) {
                value.wrong("a whole number from " + least + " to " + most, value.unquoted());
            }
            return number;
        };
    }

    /** A number above 0. */
    public static Function<Value, Optional<Double>> positive(double most) {
        return value -> {
            Optional<Double> number =
                    value.scalar(Kind.NUMBER).map(Scalar::number).filter(given -> given > 0 && given <= most);
            if (number.isEmpty()) {
                value.wrong("a number above 0, at most " + Numbers.written(most), value.unquoted());
            }
            return number;
        };
    }

    /** The number in quotes, or {@code null}. */
    private @Nullable String unquoted() {
        return scalar().filter(scalar -> scalar.style() == Node.Style.QUOTED)
                .map(Scalar::value)
                .filter(text -> text.matches("\\d{1,9}(\\.\\d{1,9})?"))
                .orElse(null);
    }

    /** Reads one of the constants of an enum, written in lower case with hyphens. */
    public static <E extends Enum<E>> Function<Value, Optional<E>> choice(Class<E> type) {
        return value -> {
            List<String> words = Stream.of(type.getEnumConstants())
                    .map(constant -> constant.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                    .toList();
            return oneOf(words).apply(value).map(word -> type.getEnumConstants()[words.indexOf(word)]);
        };
    }

    /** Reads one of these words. */
    public static Function<Value, Optional<String>> oneOf(List<String> words) {
        return value -> {
            Optional<String> word = value.scalar(Kind.TEXT).map(Scalar::value).filter(words::contains);
            if (word.isEmpty()) {
                String meant = value.node() instanceof Scalar scalar ? Words.nearest(scalar.value(), words) : null;
                value.wrong(Words.listed(words, "or"), meant);
            }
            return word;
        };
    }
}
