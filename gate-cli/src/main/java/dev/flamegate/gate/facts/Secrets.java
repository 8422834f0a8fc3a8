package dev.flamegate.gate.facts;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Keeps what looks like a secret out of records and reports. */
public final class Secrets {
    private static final String HIDDEN = "(hidden)";
    private static final List<String> WORDS = List.of("PASS", "SECRET", "TOKEN", "KEY", "CREDENTIAL", "AUTH");
    /** {@code -Dname=value}; a value with spaces would go on, and is hidden up to the next option. */
    private static final Pattern PROPERTY = Pattern.compile("(?<=^|\\s)-D([^=\\s]+)=(.*?)(?=\\s+-|\\s*$)");

    private Secrets() {}

    /** The value, unless the name suggests a secret. */
    public static String value(String name, String value) {
        String upper = name.toUpperCase(Locale.ROOT);
        return WORDS.stream().anyMatch(upper::contains) ? HIDDEN : value;
    }

    /** Options of a virtual machine without the values of secret properties. */
    public static String options(String options) {
        return PROPERTY.matcher(options)
                .replaceAll(property -> Matcher.quoteReplacement(
                        "-D" + property.group(1) + "=" + value(property.group(1), property.group(2))));
    }
}
