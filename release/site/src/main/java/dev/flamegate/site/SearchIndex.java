package dev.flamegate.site;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** What {@code search.js} searches: a script that holds every section, as browsers read no data file from disk. */
final class SearchIndex {
    private SearchIndex() {}

    /**
     * The script.
     *
     * @param html the file of a page on the site
     */
    static String of(Map<Path, Markdown> pages, UnaryOperator<Path> html) {
        StringBuilder script = new StringBuilder("const SECTIONS = [\n");
        new TreeMap<>(pages)
                .forEach((path, page) -> page.sections()
                        .forEach(section -> script.append("  [")
                                .append(quoted(Site.slashes(html.apply(path)) + "#" + section.anchor()))
                                .append(", ")
                                .append(quoted(page.title()))
                                .append(", ")
                                .append(quoted(section.heading()))
                                .append(", ")
                                .append(quoted(section.text()))
                                .append("],\n")));
        return script.append("];\n").toString();
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append((char) c);
            } else if (c < ' ' || c == '<' || c == '\u2028' || c == '\u2029') {
                quoted.append(String.format("\\u%04x", c));
            } else {
                quoted.append((char) c);
            }
        });
        return quoted.append('"').toString();
    }
}
