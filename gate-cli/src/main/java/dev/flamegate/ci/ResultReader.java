package dev.flamegate.ci;

import dev.flamegate.ci.Result.Arms;
import dev.flamegate.ci.Result.Cause;
import dev.flamegate.ci.Result.FoundBy;
import dev.flamegate.ci.Result.MeasuredPair;
import dev.flamegate.ci.Result.Method;
import dev.flamegate.ci.Result.Unsound;
import dev.flamegate.model.Interval;
import dev.flamegate.model.Outcome;
import dev.flamegate.model.Selector;
import dev.flamegate.model.Unit;
import dev.flamegate.model.Verdict;
import dev.flamegate.format.Outcomes;
import dev.flamegate.report.json.JsonReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads {@code result.json}. */
public final class ResultReader {
    private static final String FILE = "result.json";
    private static final long MOST_BYTES = 64L << 20;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private ResultReader() {}

    /**
     * The result in a report folder.
     *
     * @throws CommentFailed when there is none, or it is none of this version
     */
    public static Result read(Path folder) {
        Path file = folder.resolve(FILE);
        try {
            if (!Files.isRegularFile(file)) {
                throw new CommentFailed(file + " is not there: nothing was measured, or the reports are in another"
                        + " folder (--report)");
            }
            if (Files.size(file) > MOST_BYTES) {
                throw new CommentFailed(file + " has " + Files.size(file) + " bytes, more than a result has");
            }
            return parse(Files.readAllBytes(file), file.toString());
        } catch (IOException e) {
            throw new CommentFailed(file + " cannot be read: " + e, e);
        }
    }

    /**
     * The result that a file holds.
     *
     * @param name of the file, for messages
     * @throws CommentFailed when it is none of this version
     */
    static Result parse(byte[] json, String name) {
        try {
            JsonNode root = JSON.readTree(json);
            int version = root.path("version").asInt(0);
            if (version != JsonReport.VERSION) {
                throw new CommentFailed(
                        name + " is of version " + version + " of the result, this flamegate reads version "
                                + JsonReport.VERSION + ": comment with the flamegate that measured");
            }
            return result(root);
        } catch (JacksonException | IllegalArgumentException e) {
            throw new CommentFailed(
                    name + " is no result of flamegate: "
                            + String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
                    e);
        }
    }

    private static Result result(JsonNode root) {
        JsonNode arms = root.path("arms");
        return new Result(
                Verdict.valueOf(text(root, "verdict")),
                text(root, "service"),
                text(root, root.has("comparison") ? "comparison" : "run"),
                arms.isObject()
                        ? Optional.of(new Arms(text(arms, "baseline"), text(arms, "candidate")))
                        : Optional.empty(),
                text(root, "judged"),
                text(root, "tool"),
                text(root, "headline"),
                findings(root),
                each(root, "validity", ResultReader::problem),
                each(root, "pairs", ResultReader::pair),
                detectable(root.path("detectable")),
                each(root, "grown", ResultReader::method),
                each(root, "hottest", ResultReader::method));
    }

    /** Worst first, as the other reports have them. */
    private static List<FoundBy> findings(JsonNode root) {
        return each(root, "findings", ResultReader::finding).stream()
                .sorted(Comparator.comparingInt((FoundBy finding) -> Outcomes.rank(finding.outcome()))
                        .thenComparing(finding -> !finding.must())
                        .thenComparingDouble(finding -> -finding.worsening()))
                .toList();
    }

    private static FoundBy finding(JsonNode node) {
        Unit unit = unit(text(node, "unit"));
        JsonNode diagnosis = node.path("diagnosis");
        return new FoundBy(
                text(node, "rule"),
                text(node, "indicator"),
                selector(node.path("selector")),
                text(node, "criterion"),
                text(node, "level").equals("must"),
                Outcome.valueOf(text(node, "verdict")),
                number(node, "value", unit),
                unit,
                !text(node, "better").equals("higher"),
                number(node, "growth", Unit.RATIO),
                interval(node.path("interval"), Unit.RATIO, 0),
                text(node, "message"),
                text(node, "source"),
                node.path("culprit").isObject() ? CulpritReader.read(node.path("culprit")) : null,
                node.path("noCulprit").isString() ? text(node, "noCulprit") : null,
                diagnosis.isObject()
                        ? new Cause(text(diagnosis, "id"), text(diagnosis, "evidence"), text(diagnosis, "remedy"))
                        : null);
    }

    private static Selector selector(JsonNode node) {
        return new Selector(orNull(node, "request"), orNull(node, "frame"), orNull(node, "pool"));
    }

    private static Unsound problem(JsonNode node) {
        return new Unsound(
                text(node, "check"),
                node.path("invalidates").asBoolean(false),
                text(node, "message"),
                text(node, "remedy"));
    }

    private static MeasuredPair pair(JsonNode node) {
        return new MeasuredPair(node.path("number").asInt(0), orNull(node, "invalid"));
    }

    private static Method method(JsonNode node) {
        return new Method(
                text(node, "frame"),
                number(node, "selfShare", Unit.RATIO),
                number(node, "selfPerRequest", Unit.MILLISECONDS),
                number(node, "selfChange", Unit.MILLISECONDS));
    }

    private static Map<String, Double> detectable(JsonNode node) {
        Map<String, Double> detectable = new LinkedHashMap<>();
        node.propertyStream().forEach(entry -> {
            if (entry.getValue().isNumber()) {
                detectable.put(entry.getKey(), entry.getValue().asDouble());
            }
        });
        return detectable;
    }

    /** A unit by its symbol; one that is no unit of time, size or ratio counts things. */
    private static Unit unit(String symbol) {
        return symbol.isEmpty() ? Unit.RATIO : Unit.fixed(symbol).orElseGet(() -> Unit.count(symbol));
    }

    static @Nullable Interval interval(JsonNode node, Unit unit, double confidence) {
        if (node.size() != 2) {
            return null;
        }
        double low = node.get(0).isNumber() ? node.get(0).asDouble() * unit.toBase() : Double.NEGATIVE_INFINITY;
        double high = node.get(1).isNumber() ? node.get(1).asDouble() * unit.toBase() : Double.POSITIVE_INFINITY;
        return new Interval(low, high, confidence);
    }

    static <T> List<T> each(JsonNode root, String name, Function<JsonNode, T> read) {
        List<T> all = new ArrayList<>();
        root.path(name).forEach(node -> all.add(read.apply(node)));
        return all;
    }

    static @Nullable Double number(JsonNode node, String name, Unit unit) {
        JsonNode value = node.path(name);
        return value.isNumber() ? value.asDouble() * unit.toBase() : null;
    }

    static String text(JsonNode node, String name) {
        return node.path(name).asString("");
    }

    static @Nullable String orNull(JsonNode node, String name) {
        return node.path(name).isString() ? node.path(name).asString() : null;
    }
}
