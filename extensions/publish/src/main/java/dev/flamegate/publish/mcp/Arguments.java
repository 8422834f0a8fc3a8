package dev.flamegate.publish.mcp;

import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.plan.yaml.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The arguments of a question, checked: the messages about mistakes help an agent to ask again. */
final class Arguments {
    private final Map<String, Object> given = new LinkedHashMap<>();

    /**
     * Takes the given arguments; {@code null} stands for a missing one.
     *
     * @throws UsageProblem when the question does not know one of the names, or needs another
     */
    Arguments(List<Parameter> parameters, Map<String, ? extends @Nullable Object> given) {
        List<String> names = parameters.stream().map(Parameter::name).toList();
        given.forEach((name, value) -> {
            if (!names.contains(name)) {
                throw new UsageProblem(unknown(name, names));
            } else if (value != null) {
                this.given.put(name, value);
            }
        });
        for (Parameter parameter : parameters) {
            if (parameter.isNeeded() && !this.given.containsKey(parameter.name())) {
                throw new UsageProblem("`" + parameter.name() + "` is missing: " + parameter.description());
            }
        }
    }

    private static String unknown(String name, List<String> names) {
        String nearest = Words.nearest(name, names);
        String known = names.isEmpty() ? "there are none" : "there are " + Words.listed(names, "and");
        return "there is no argument `" + Words.brief(name) + "`: "
                + (nearest == null ? known : "did you mean `" + nearest + "`?");
    }

    /** A text; empty when it is not given. */
    Optional<String> text(String name) {
        Object value = given.get(name);
        if (value == null) {
            return Optional.empty();
        } else if (value instanceof String text && !text.isBlank()) {
            return Optional.of(text);
        }
        throw new UsageProblem("`" + name + "` is a text that is not empty");
    }

    /** Texts; empty when they are not given. A single one need not be a list. */
    List<String> texts(String name) {
        if (!(given.get(name) instanceof List<?> list)) {
            return text(name).map(List::of).orElse(List.of());
        }
        List<String> texts = new ArrayList<>();
        for (Object one : list) {
            if (!(one instanceof String text) || text.isBlank()) {
                throw new UsageProblem("`" + name + "` is a list of texts that are not empty");
            }
            texts.add(text);
        }
        return texts;
    }

    /** A word of a list in any case, spelled as in the list; empty when it is not given. */
    Optional<String> word(String name, List<String> words) {
        return text(name).map(text -> word(name, text, words));
    }

    /** Words of a list; empty when they are not given. */
    List<String> words(String name, List<String> words) {
        return texts(name).stream().map(text -> word(name, text, words)).toList();
    }

    private static String word(String name, String text, List<String> words) {
        return words.stream()
                .filter(text::equalsIgnoreCase)
                .findFirst()
                .orElseThrow(() -> new UsageProblem(
                        "`" + name + "` is " + Words.listed(words, "or") + ", not `" + Words.brief(text) + "`"));
    }

    /** The number of entries wanted of each list: {@link Parameter#LIMIT}. */
    int limit() {
        return number("limit", Parameter.USUAL_LIMIT, 1, Parameter.HIGHEST_LIMIT);
    }

    /** The number of entries to leave out, as they were seen before: {@link Parameter#SKIP}. */
    int skip() {
        return number("skip", 0, 0, Parameter.HIGHEST_SKIP);
    }

    /** A whole number from {@code least} to {@code most}; {@code usual} when it is not given. */
    int number(String name, int usual, int least, int most) {
        Object value = given.get(name);
        if (value == null) {
            return usual;
        }
        if (value instanceof Number number
                && number.doubleValue() == Math.rint(number.doubleValue())
                && number.doubleValue() >= least
                && number.doubleValue() <= most) {
            return number.intValue();
        }
        throw new UsageProblem("`" + name + "` is a whole number from " + least + " to " + most);
    }
}
