package dev.flamegate.os;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Keeps values that look like secrets, or have names that do, out of records and reports. */
public final class Secrets {
    private static final String HIDDEN = "(hidden)";

    /** Parts of a name that make its value a secret here, besides what {@link ChildEnvironment} withholds. */
    private static final List<String> WORDS = List.of(
            "PASS",
            "PWD",
            "SECRET",
            "TOKEN",
            "KEY",
            "CREDENTIAL",
            "AUTH",
            "DSN",
            "CONNECTION_STRING",
            "CONNECTIONSTRING",
            "COOKIE",
            "JWT",
            "SESSION",
            "PRIVATE",
            "WEBHOOK");

    private static final int DIGITS = 4;

    /** {@code -Dname=value}; a value with spaces would go on, and is hidden up to the next option. */
    private static final Pattern PROPERTY = Pattern.compile("(?<=^|\\s)-D([^=\\s]+)=(.*?)(?=\\s+-|\\s*$)");

    /** {@code --name=value}, {@code -name value}. */
    private static final Pattern ARGUMENT = Pattern.compile("(?<=^|\\s)(--?(?!D)[\\w.-]+)(=|\\s+(?!-))(\\S+)");

    /** Name and password of an address, up to its last {@code @}. */
    private static final Pattern LOGIN = Pattern.compile("(?<=://)[^/\\s?#]+(?=@)");

    /** A parameter of an address or a connection string. */
    private static final Pattern PARAMETER =
            Pattern.compile("(?i)(?<=[?&;,\\s])([\\w.-]*(?:password|passwd|pwd|secret|token|api[_-]?key))=[^&;,\\s]+");

    /** The prefixes of the tokens of well-known services. */
    private static final Pattern KNOWN = Pattern.compile("eyJ[A-Za-z0-9_-]{10,}[A-Za-z0-9._-]*"
            + "|gh[pousr]_[A-Za-z0-9]{10,}|github_pat_\\w{10,}|glpat-[\\w-]{10,}|xox[abprs]-[\\w-]{10,}"
            + "|\\b(?:AKIA|ASIA)[A-Z0-9]{16}\\b|sk_live_\\w{10,}"
            + "|-----BEGIN [A-Z ]*PRIVATE KEY-----[\\s\\S]*");

    private Secrets() {}

    /** The value, unless the name suggests a secret; parts of it that look like one are hidden. */
    public static String value(String name, String value) {
        return isNamed(name) ? HIDDEN : text(value);
    }

    /**
     * Hides secrets but keeps values distinguishable: a hidden value comes with four digits of its checksum, which do
     * not reveal it.
     */
    public static Map<String, String> distinct(Map<String, String> values) {
        Map<String, String> shown = new TreeMap<>();
        values.forEach((name, value) -> {
            String text = value(name, value);
            String sum = Sha256.of(name + "=" + value).substring(0, DIGITS);
            shown.put(name, text.equals(value) ? value : text + " #" + sum);
        });
        return shown;
    }

    /** Options of a virtual machine, or a command line, without the values of secret properties and options. */
    public static String options(String options) {
        String properties = PROPERTY.matcher(options)
                .replaceAll(property -> Matcher.quoteReplacement(
                        "-D" + property.group(1) + "=" + value(property.group(1), property.group(2))));
        return text(ARGUMENT.matcher(properties)
                .replaceAll(argument -> Matcher.quoteReplacement(argument.group(1)
                        + argument.group(2)
                        + (isNamed(argument.group(1)) ? HIDDEN : argument.group(3)))));
    }

    /** A text without the parts that look like secrets. */
    public static String text(String text) {
        String safe = text.contains("://") ? LOGIN.matcher(text).replaceAll(HIDDEN) : text;
        safe = safe.indexOf('=') >= 0 ? PARAMETER.matcher(safe).replaceAll("$1=" + HIDDEN) : safe;
        return KNOWN.matcher(safe).replaceAll(HIDDEN);
    }

    private static boolean isNamed(String name) {
        String upper = name.toUpperCase(Locale.ROOT).replace('-', '_').replace('.', '_');
        return WORDS.stream().anyMatch(upper::contains) || ChildEnvironment.isSecret(name);
    }
}
