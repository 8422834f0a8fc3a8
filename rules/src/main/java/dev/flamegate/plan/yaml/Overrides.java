package dev.flamegate.plan.yaml;

import dev.flamegate.plan.yaml.Node.Field;
import dev.flamegate.plan.yaml.Node.Fields;
import dev.flamegate.plan.yaml.Node.Scalar;
import dev.flamegate.plan.yaml.Node.Style;
import dev.flamegate.plan.yaml.Source.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Applies values from the command line ({@code --set key=value}) to the tree of a plan. */
public final class Overrides {
    /** Mappings whose keys are chosen by the user and may contain dots. */
    private static final List<String> OWN_NAMES = List.of(
            "target.environment",
            "load.properties",
            "compare.baseline.environment",
            "compare.candidate.environment",
            "compare.baseline.replace",
            "compare.candidate.replace",
            "compare.baseline.labels",
            "compare.candidate.labels",
            "prometheus.headers",
            "pyroscope.headers",
            "pyroscope.labels");

    private Overrides() {}

    /** The tree of a file that could not be read. */
    public static Node nothing(Source source) {
        return new Fields(new Position(source, 1, 1), List.of());
    }

    /**
     * The tree with the values in their places; what cannot be set is recorded as a problem.
     *
     * @param overrides by dotted key
     */
    public static Node apply(Node root, Map<String, String> overrides, Problems problems) {
        Node result = root;
        for (Map.Entry<String, String> override : overrides.entrySet()) {
            String key = override.getKey().replaceAll("[\r\n]", " ");
            Source option = new Source("--set " + Words.brief(key), key + "=" + override.getValue());
            Optional<Node> value = value(option, key, override.getValue(), problems);
            if (value.isPresent()) {
                result = put(result, steps(option, key), 0, value.get(), problems);
            }
        }
        return result;
    }

    private static Optional<Node> value(Source option, String key, String text, Problems problems) {
        if (!text.isEmpty() && "[{\"'".indexOf(text.charAt(0)) >= 0) {
            return YamlReader.read(option, " ".repeat(key.codePointCount(0, key.length()) + 1) + text, problems);
        }
        Position at = new Position(option, 1, key.codePointCount(0, key.length()) + 2);
        return Optional.of(YamlReader.scalar(at, text, Style.PLAIN));
    }

    /** The keys on the way to the value, each with its position in the option. */
    private static List<Scalar> steps(Source option, String key) {
        List<Scalar> steps = new ArrayList<>();
        int start = 0;
        while (start <= key.length()) {
            boolean own = start > 0 && OWN_NAMES.contains(key.substring(0, start - 1));
            int dot = own ? -1 : key.indexOf('.', start);
            int end = dot < 0 ? key.length() : dot;
            Position at = new Position(option, 1, key.codePointCount(0, start) + 1);
            steps.add(YamlReader.scalar(at, key.substring(start, end), Style.QUOTED));
            start = end + 1;
        }
        return steps;
    }

    private static Node put(Node into, List<Scalar> steps, int step, Node value, Problems problems) {
        if (step == steps.size()) {
            return value;
        }
        Scalar key = steps.get(step);
        if (!(into instanceof Fields fields)) {
            problems.add(key.at(), "nothing can be set here: the plan has " + into.describe() + " in this place");
            return into;
        }
        List<Field> entries = new ArrayList<>();
        boolean found = false;
        for (Field entry : fields.fields()) {
            if (!found && entry.key().value().equals(key.value())) {
                found = true;
                entries.add(new Field(entry.key(), put(entry.value(), steps, step + 1, value, problems)));
            } else {
                entries.add(entry);
            }
        }
        if (!found) {
            Node fresh = new Fields(key.at(), List.of());
            entries.add(new Field(key, put(fresh, steps, step + 1, value, problems)));
        }
        return new Fields(fields.at(), entries);
    }
}
