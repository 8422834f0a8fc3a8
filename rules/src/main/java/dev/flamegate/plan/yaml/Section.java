package dev.flamegate.plan.yaml;

import dev.flamegate.plan.yaml.Node.Field;
import dev.flamegate.plan.yaml.Node.Fields;
import dev.flamegate.plan.yaml.Node.Kind;
import dev.flamegate.plan.yaml.Node.Scalar;
import dev.flamegate.plan.yaml.Source.Position;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A mapping whose keys are known. Unknown and repeated keys are recorded when it is made, wrong values when they are
 * read; the reader then gets the default and continues, so that all problems of a file are reported at once.
 */
public final class Section {
    /** Keys of earlier versions by their full names. */
    private static final Map<String, Removed> REMOVED = Map.of(
            "target.dockerfile",
            new Removed("image", "build the image first, with `docker build -t shop .`, and name it: `image: shop`"),
            "compare.candidates",
            new Removed("candidate", "`candidate` takes one arm, or a list of them"),
            "compare.blocks",
            new Removed("budget", "each arm gets two blocks of load in a pair"));

    private final String name;
    private final Position at;
    private final Problems problems;
    private final Map<String, Node> values = new LinkedHashMap<>();

    /** Keys that were misspelt, so that they are not reported as missing as well. */
    private final Set<String> misspelt = new HashSet<>();

    private boolean readable = true;

    private Section(String name, Position at, Problems problems) {
        this.name = name;
        this.at = at;
        this.problems = problems;
    }

    /**
     * A key that no longer exists.
     *
     * @param successor the key of the same section that replaces it
     * @param advice how to use the successor
     */
    private record Removed(String successor, String advice) {}

    /**
     * A mapping, with its unknown and repeated keys recorded.
     *
     * @param name its name in messages: {@code target}; empty for the file itself
     * @param known every key it may have
     */
    public static Section of(Node node, String name, Problems problems, List<String> known) {
        Section section = new Section(name, node.at(), problems);
        if (node instanceof Fields fields) {
            fields.fields().forEach(field -> section.take(field, known));
        } else {
            section.readable = false;
            String what = name.isEmpty() ? "the file" : "`" + name + "`";
            problems.add(
                    node.at(),
                    what + " takes a mapping with " + Words.listed(known, "and") + ", not " + node.describe());
        }
        return section;
    }

    private static Section absent(String name, Position at, Problems problems) {
        return new Section(name, at, problems);
    }

    private void take(Field field, List<String> known) {
        String key = field.key().value();
        Removed removed = REMOVED.get(qualified(key));
        if (removed != null) {
            misspelt.add(removed.successor());
            problems.add(field.key().at(), "unknown key `" + key + "`" + where() + ": " + removed.advice());
        } else if (!known.contains(key)) {
            String meant = Words.nearest(key, known);
            if (meant != null) {
                misspelt.add(meant);
            }
            problems.add(field.key().at(), "unknown key `" + Words.brief(key) + "`" + where(), meant);
        } else if (values.putIfAbsent(key, field.value()) != null) {
            problems.add(field.key().at(), "`" + qualified(key) + "` is given twice");
        }
    }

    public Position at() {
        return at;
    }

    public Problems problems() {
        return problems;
    }

    public boolean has(String key) {
        return values.containsKey(key);
    }

    public Optional<Node> value(String key) {
        return Optional.ofNullable(values.get(key));
    }

    /** The value of a key in the mapping under another; neither is checked. */
    public Optional<Node> value(String section, String key) {
        return value(section)
                .filter(Fields.class::isInstance)
                .flatMap(node -> ((Fields) node)
                        .fields().stream()
                                .filter(field -> field.key().value().equals(key))
                                .map(Field::value)
                                .findFirst());
    }

    /** The position of the value, or of the section if the key is missing. */
    public Position at(String key) {
        return value(key).map(Node::at).orElse(at);
    }

    /** The key's name in messages: {@code target.port}. */
    public String qualified(String key) {
        return name.isEmpty() ? key : name + "." + key;
    }

    /** The value that {@code read} returns; empty if the key is absent, or its value wrong and recorded as such. */
    public <T> Optional<T> read(String key, Function<Value, Optional<T>> read) {
        return value(key).flatMap(node -> read.apply(new Value(qualified(key), node, problems)));
    }

    /** Reads a value, with a default for a key that is absent or wrong. */
    public <T> T read(String key, T otherwise, Function<Value, Optional<T>> read) {
        return read(key, read).orElse(otherwise);
    }

    /** The section under a key; an empty one if the key is absent. */
    public Section section(String key, List<String> known) {
        return value(key)
                .map(node -> of(node, qualified(key), problems, known))
                .orElseGet(() -> absent(qualified(key), at, problems));
    }

    /** True if a key was probably meant to be there; true for all keys if the value is not a mapping. */
    public boolean means(String key) {
        return !readable || has(key) || misspelt.contains(key);
    }

    /** Records a mistake if a key is missing. */
    public void require(String key, String why) {
        if (!means(key)) {
            problems.add(at, "`" + key + "` is missing" + where() + ": " + why);
        }
    }

    private String where() {
        return name.isEmpty() ? "" : " in `" + name + "`";
    }

    /** Checks the version, which must be 1; false if the rest of the file should not be checked. */
    public boolean versionIsKnown() {
        Node version = values.get("version");
        if (version == null || (version instanceof Scalar given && isOne(given))) {
            return true;
        }
        boolean newer = version instanceof Scalar given && given.kind() == Kind.NUMBER && given.number() > 1;
        problems.add(
                version.at(),
                newer
                        ? "version " + ((Scalar) version).value()
                                + " is newer than this flamegate understands (1): update flamegate"
                        : "`version` must be 1, not " + version.describe(),
                newer ? null : "1");
        return !newer;
    }

    private static boolean isOne(Scalar version) {
        return version.kind() == Kind.NUMBER && version.number() == 1;
    }
}
