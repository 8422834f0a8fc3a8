package dev.flamegate.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Values that are known only when a target is started, for the texts in braces that stand for them in its command, its
 * options, its arguments and its variables. Other text in braces is left alone.
 *
 * @param values by text, braces included
 */
public record Placeholders(Map<String, String> values) {
    /** Stands for the port that the target is to listen on, so that two targets of one plan can run at once. */
    public static final String PORT = "{port}";

    /** Stands for the name of the arm: {@code baseline} or {@code candidate}. */
    public static final String ARM = "{arm}";

    /** Stands for a folder that one start of the target has for itself. */
    public static final String WORK = "{work}";

    /** {@code {port:management}}: a further free port. */
    private static final Pattern FURTHER = Pattern.compile("\\{port:([^{}\\s]+)}");

    /** {@code {beside.db}}: the address of a program beside the target. */
    private static final Pattern BESIDE = Pattern.compile("\\{beside\\.([^{}\\s]+)}");

    public Placeholders {
        values = Map.copyOf(values);
    }

    /** What stands for a further free port of this name. */
    public static String port(String name) {
        return "{port:" + name + "}";
    }

    /** What stands for the address, {@code host:port}, of a program beside the target. */
    public static String beside(String name) {
        return "{beside." + name + "}";
    }

    /** The names of the further ports in some texts. */
    static SortedSet<String> ports(Stream<String> texts) {
        return names(FURTHER, texts);
    }

    /** The names of the programs whose addresses are in some texts. */
    static SortedSet<String> beside(Stream<String> texts) {
        return names(BESIDE, texts);
    }

    private static SortedSet<String> names(Pattern pattern, Stream<String> texts) {
        SortedSet<String> names = new TreeSet<>();
        texts.forEach(text -> {
            Matcher placeholder = pattern.matcher(text);
            while (placeholder.find()) {
                names.add(placeholder.group(1));
            }
        });
        return names;
    }

    String fill(String text) {
        String filled = text;
        for (Map.Entry<String, String> value : values.entrySet()) {
            filled = filled.replace(value.getKey(), value.getValue());
        }
        return filled;
    }

    List<String> fill(List<String> texts) {
        return texts.stream().map(this::fill).toList();
    }

    Map<String, String> fill(Map<String, String> texts) {
        Map<String, String> filled = new LinkedHashMap<>(texts);
        filled.replaceAll((name, text) -> fill(text));
        return filled;
    }
}
