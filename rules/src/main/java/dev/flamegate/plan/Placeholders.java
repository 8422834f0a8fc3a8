package dev.flamegate.plan;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

    /** Stands for the base URL of the target, in commands around its blocks of load. */
    public static final String URL = "{url}";

    public static final Placeholders NONE = new Placeholders(Map.of());

    /** {@code {port:management}}: a further free port. */
    private static final Pattern FURTHER = Pattern.compile("\\{port:([^{}\\s]+)}");

    /** {@code {beside.db}}: the address of a program next to the target. */
    private static final Pattern BESIDE = Pattern.compile("\\{beside\\.([^{}\\s]+)}");

    private static final Pattern ANY = Pattern.compile("\\{(?:url|arm|work|port(?::[^{}\\s]+)?|beside\\.[^{}\\s]+)}");

    public Placeholders {
        values = Map.copyOf(values);
    }

    /** The union of these values and others, which replace those of the same text. */
    public Placeholders and(Placeholders others) {
        Map<String, String> all = new LinkedHashMap<>(values);
        all.putAll(others.values);
        return new Placeholders(all);
    }

    /** The placeholders in some texts, braces included. */
    public static SortedSet<String> in(Collection<String> texts) {
        SortedSet<String> found = new TreeSet<>();
        texts.forEach(text -> ANY.matcher(text).results().forEach(one -> found.add(one.group())));
        return found;
    }

    /** True if a text can have come from another one by filling in its placeholders, of which it has at least one. */
    public static boolean filled(String text, String from) {
        Matcher placeholder = ANY.matcher(from);
        StringBuilder pattern = new StringBuilder();
        int end = 0;
        while (placeholder.find()) {
            pattern.append(Pattern.quote(from.substring(end, placeholder.start())))
                    .append(".+");
            end = placeholder.end();
        }
        return end > 0 && text.matches(pattern + Pattern.quote(from.substring(end)));
    }

    /** The placeholder for a further free port of this name. */
    public static String port(String name) {
        return "{port:" + name + "}";
    }

    /** The placeholder for the address, {@code host:port}, of a program next to the target. */
    public static String beside(String name) {
        return "{beside." + name + "}";
    }

    /** The names of the further ports in some texts. */
    static SortedSet<String> ports(Collection<String> texts) {
        return names(FURTHER, texts);
    }

    /** The names of the programs whose addresses are in some texts. */
    static SortedSet<String> beside(Collection<String> texts) {
        return names(BESIDE, texts);
    }

    private static SortedSet<String> names(Pattern pattern, Collection<String> texts) {
        SortedSet<String> names = new TreeSet<>();
        texts.forEach(text -> {
            Matcher placeholder = pattern.matcher(text);
            while (placeholder.find()) {
                names.add(placeholder.group(1));
            }
        });
        return names;
    }

    public String fill(String text) {
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
