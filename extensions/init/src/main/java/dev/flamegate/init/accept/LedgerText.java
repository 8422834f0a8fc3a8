package dev.flamegate.init.accept;

import dev.flamegate.plan.LedgerReader;
import dev.flamegate.plan.yaml.Node;
import dev.flamegate.plan.yaml.Node.Field;
import dev.flamegate.plan.yaml.Node.Fields;
import dev.flamegate.plan.yaml.Node.Scalar;
import dev.flamegate.plan.yaml.PlanProblems;
import dev.flamegate.plan.yaml.Problems;
import dev.flamegate.plan.yaml.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Puts an entry into the text of a ledger: sorted by rule, part and baseline, replacing an entry with the same rule,
 * part and baseline. All other lines and comments stay as they are.
 */
final class LedgerText {
    private static final String EMPTY = "# Growths that are known and accepted: how much, why, by whom, until when."
            + " Written by `flamegate accept`.\nversion: 1\naccepted:\n";

    /** The keys that distinguish entries, in sort order. */
    private static final List<String> IDENTITY = List.of("rule", "request", "frame", "pool", "against");

    private LedgerText() {}

    /**
     * The text of a ledger with one more entry.
     *
     * @param ledger its present text; empty for a new ledger
     * @param entry keys and values of the entry, in the order in which they are written; values are text
     * @throws PlanProblems when the ledger cannot be read, or is not written with each entry after a {@code -} on
     *     separate lines
     */
    static Source with(Source ledger, Map<String, String> entry) {
        if (ledger.text().isBlank()) {
            return new Source(ledger.name(), EMPTY + lines(entry));
        }
        Problems problems = new Problems();
        List<Node> items = LedgerReader.items(ledger, problems);
        problems.throwIfAny();
        List<String> lines = new ArrayList<>(ledger.lines());
        while (!lines.isEmpty() && lines.get(lines.size() - 1).isBlank()) {
            lines.remove(lines.size() - 1);
        }
        if (items.isEmpty()) {
            String head = String.join("\n", lines).replaceFirst("(?m)^accepted:\\s*\\[\\s*]\\s*$", "accepted:");
            return checked(ledger, items, head + "\n" + lines(entry));
        }
        return checked(ledger, items, String.join("\n", placed(lines, items, entry)) + "\n");
    }

    /** Lines are put among lines: YAML that is written in another way, such as in brackets, is refused. */
    private static Source checked(Source ledger, List<Node> items, String text) {
        Source more = new Source(ledger.name(), text);
        int kept = 0;
        try {
            Problems problems = new Problems();
            List<Node> entries = LedgerReader.items(more, problems);
            problems.throwIfAny();
            kept = entries.stream().allMatch(Fields.class::isInstance) ? entries.size() : 0;
        } catch (PlanProblems e) {
            // said below, for the file that people know
        }
        if (kept == 0 || kept < items.size()) {
            Problems problems = new Problems();
            problems.add(
                    new Source.Position(ledger, 1, 1),
                    "no entry can be added: end the file with `accepted:` and the entries, each with its `-` at the start of a"
                            + " line and its keys on lines of their own");
            problems.throwIfAny();
        }
        return more;
    }

    private static List<String> placed(List<String> lines, List<Node> items, Map<String, String> entry) {
        List<String> identity = identity(entry);
        int at = lines.size();
        int until = at;
        for (int i = items.size() - 1; i >= 0; i--) {
            int start = items.get(i).at().line() - 1;
            int end = i + 1 < items.size() ? above(lines, items.get(i + 1).at().line() - 1) : lines.size();
            int order = compare(identity(items.get(i)), identity);
            if (order == 0) {
                at = start;
                until = end;
                break;
            } else if (order > 0) {
                at = above(lines, start);
                until = at;
            }
        }
        List<String> placed = new ArrayList<>(lines.subList(0, at));
        placed.addAll(lines(entry).lines().toList());
        placed.addAll(lines.subList(until, lines.size()));
        return placed;
    }

    /** The first of the comment lines and empty lines directly above an entry, which belong to it. */
    private static int above(List<String> lines, int start) {
        int first = start;
        while (first > 0 && lines.get(first - 1).matches("\\s*(#.*)?")) {
            first--;
        }
        return first;
    }

    private static List<String> identity(Node item) {
        Map<String, String> values = new TreeMap<>();
        if (item instanceof Fields fields) {
            for (Field field : fields.fields()) {
                if (field.value() instanceof Scalar scalar) {
                    values.put(field.key().value(), scalar.value());
                }
            }
        }
        return identity(values);
    }

    private static List<String> identity(Map<String, String> values) {
        return IDENTITY.stream()
                .map(key -> Objects.requireNonNullElse(values.get(key), ""))
                .toList();
    }

    private static int compare(List<String> one, List<String> other) {
        for (int i = 0; i < one.size(); i++) {
            int order = one.get(i).compareTo(other.get(i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static String lines(Map<String, String> entry) {
        StringBuilder lines = new StringBuilder();
        new LinkedHashMap<>(entry)
                .forEach((key, value) -> lines.append(lines.isEmpty() ? "  - " : "    ")
                        .append(key)
                        .append(": ")
                        .append(quoted(value))
                        .append('\n'));
        return lines.toString();
    }

    /** Writes a value plainly if it has no special meaning in YAML, otherwise in double quotes. */
    private static String quoted(String value) {
        if (value.matches("[A-Za-z0-9][A-Za-z0-9._%/()+ -]*")
                && !value.endsWith(" ")
                && !value.matches("(?i)true|false|null|yes|no|on|off|[-+]?[0-9.]+([eE][-+]?[0-9]+)?")) {
            return value;
        }
        StringBuilder text = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c < ' ' || c == '\u007f' || c == '\u0085' || c == '\u2028' || c == '\u2029' || c == '\ufeff') {
                text.append(String.format("\\u%04x", (int) c));
            } else {
                text.append(c);
            }
        }
        return text.append('"').toString();
    }
}
