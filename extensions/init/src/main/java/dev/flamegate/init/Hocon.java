package dev.flamegate.init;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads the plain values of a HOCON text: no includes, no lists, and nothing that refers to something else. */
final class Hocon {
    private static final Pattern TOKEN = Pattern.compile(
            "(?:#|//)[^\\n]*" // a comment
                    + "|\"\"\"[\\s\\S]*?\"\"\"|\\[[^\\]]*]|\\$\\{[^}]*}" // left out, with the braces in it
                    + "|(?<open>(?<section>\"[^\"\\n]*\"|[\\w.-]++)?\\s*+[=:]?\\s*+\\{)"
                    + "|(?<close>})"
                    + "|(?<key>\"[^\"\\n]*\"|[\\w.-]++)[ \\t]*[=:][ \\t]*"
                    + "(?<value>\"(?!\"\")[^\"\\n]*\"|[^\\s\"#,{}\\[$][^\\n#,{}]*)");

    private Hocon() {}

    /** Dotted keys to texts; where one is set twice, the latter counts. */
    static Map<String, String> read(String text) {
        Map<String, String> values = new HashMap<>();
        Deque<String> sections = new ArrayDeque<>();
        Matcher token = TOKEN.matcher(text);
        while (token.find()) {
            if (token.group("open") != null) {
                String name = token.group("section");
                sections.addLast(name == null ? "" : unquoted(name));
            } else if (token.group("close") != null) {
                sections.pollLast();
            } else if (token.group("key") != null) {
                String key = Stream.concat(sections.stream(), Stream.of(unquoted(token.group("key"))))
                        .filter(part -> !part.isEmpty())
                        .collect(Collectors.joining("."));
                values.put(
                        key,
                        unquoted(token.group("value")
                                .replaceFirst("\\s+//.*", "")
                                .strip()));
            }
        }
        return values;
    }

    private static String unquoted(String text) {
        return text.startsWith("\"") && text.endsWith("\"") && text.length() > 1
                ? text.substring(1, text.length() - 1)
                : text;
    }
}
