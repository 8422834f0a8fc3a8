package dev.flamegate.init;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/** Writes a small YAML file line by line, indented by two spaces. */
final class YamlText {
    private static final Set<String> WORDS = Set.of("true", "false", "null", "yes", "no", "on", "off", "~", "");

    private final StringBuilder text = new StringBuilder();
    private String indent = "";

    YamlText line(String line) {
        text.append(indent).append(line).append('\n');
        return this;
    }

    YamlText pair(String key, String value) {
        return line(key + ": " + scalar(value));
    }

    YamlText pair(String key, int value) {
        return line(key + ": " + value);
    }

    YamlText in() {
        indent += "  ";
        return this;
    }

    YamlText out() {
        indent = indent.substring(2);
        return this;
    }

    static String list(List<String> values) {
        return values.stream().map(YamlText::scalar).collect(Collectors.joining(", ", "[", "]"));
    }

    static String map(Map<String, String> values) {
        return new TreeMap<>(values)
                .entrySet().stream()
                        .map(entry -> scalar(entry.getKey()) + ": " + scalar(entry.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"));
    }

    /** A text as it is where nothing in it is special in YAML, otherwise quoted as in JSON. */
    static String scalar(String value) {
        boolean plain = value.matches("[A-Za-z_./-][A-Za-z0-9_./ =+-]*") && value.equals(value.strip());
        boolean meant = plain
                && !value.startsWith("- ")
                && !value.equals("-")
                && !value.matches("[-.+]*\\d.*")
                && !WORDS.contains(value.toLowerCase(Locale.ROOT));
        return meant ? value : JsonMapper.shared().writeValueAsString(value);
    }

    /** A text that a comment of one line can hold. */
    static String comment(String text) {
        return text.replaceAll("\\R", " ");
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
