package dev.flamegate.profile.format;

import dev.flamegate.profile.CallTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The content of a flame graph of Pyroscope, single or a difference, in the JSON that its {@code /pyroscope/render} and
 * {@code /pyroscope/render-diff} answer ({@code flamebearer}, numbers) and its queries do ({@code flamegraph}, numbers
 * as text). Weights are in whatever unit its profile type says; what the graph itself says of units is not to be relied
 * on.
 *
 * @param left the tree of a single graph, or the baseline's of a difference
 * @param right the tree compared with it; {@code null} in a single graph
 */
public record Flamebearer(CallTree left, @Nullable CallTree right) {
    /** Name of the node that a server folds small ones into. */
    private static final String FOLDED = "other";

    /**
     * The tree of a single graph.
     *
     * @throws IllegalArgumentException for a difference
     */
    public CallTree single() {
        if (right != null) {
            throw new IllegalArgumentException("a difference of two profiles where one profile was expected");
        }
        return left;
    }

    /**
     * Weight that a server folded away: to keep a graph small it puts the smallest nodes into one leaf named
     * {@code other} next to their larger siblings. No method has that name, since methods have a class.
     */
    public static long folded(CallTree tree) {
        long folded = 0;
        for (int node = 1; node < tree.size(); node++) {
            if (tree.name(node).equals(FOLDED)) {
                folded += tree.self(node);
            }
        }
        return folded;
    }

    /**
     * Reads a flame graph.
     *
     * @throws IllegalArgumentException when the bytes are no flame graph, damaged, larger than the usual bounds, or the
     *     numbers contradict each other
     */
    public static Flamebearer read(byte[] json) {
        return read(json, ProfileLimits.USUAL);
    }

    /** Reads a flame graph within bounds. */
    public static Flamebearer read(byte[] json, ProfileLimits limits) {
        try (JsonParser in = JsonInput.open(json)) {
            if (json.length > limits.bytes()) {
                throw new IllegalArgumentException("more than " + limits.bytes() + " bytes");
            }
            return new Parser(in, limits).read();
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "not a flame graph that can be read: damaged JSON: " + e.getOriginalMessage(), e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("not a flame graph that can be read: " + e.getMessage(), e);
        }
    }

    /** Reads the JSON of a flame graph. */
    private static final class Parser {
        private static final int SINGLE = 4;
        private static final int DOUBLE = 7;

        private final JsonParser in;
        private final ProfileLimits limits;
        private final List<String> names = new ArrayList<>();
        private final List<long[]> levels = new ArrayList<>();
        private int nodes;
        private boolean found;
        private boolean difference;
        private long total = -1;

        private Parser(JsonParser in, ProfileLimits limits) {
            this.in = in;
            this.limits = limits;
        }

        private Flamebearer read() {
            in.nextToken();
            JsonInput.expect(in, JsonToken.START_OBJECT, "a JSON object");
            readAnswer();
            if (!found) {
                throw new IllegalArgumentException("there is neither a flamebearer nor a flamegraph in it");
            }
            List<CallTree> trees =
                    new FlamebearerLevels(names, difference ? DOUBLE : SINGLE, limits).trees(levels, total);
            return new Flamebearer(trees.get(0), difference ? trees.get(1) : null);
        }

        private void readAnswer() {
            while (in.nextToken() != JsonToken.END_OBJECT) {
                String name = in.currentName();
                JsonToken value = in.nextToken();
                if ((name.equals("flamebearer") || name.equals("flamegraph")) && value == JsonToken.START_OBJECT) {
                    found = true;
                    readGraph();
                } else if (name.equals("metadata") && value == JsonToken.START_OBJECT) {
                    readMetadata();
                } else {
                    in.skipChildren();
                }
            }
        }

        private void readMetadata() {
            while (in.nextToken() != JsonToken.END_OBJECT) {
                String name = in.currentName();
                if (in.nextToken() == JsonToken.VALUE_STRING && name.equals("format")) {
                    difference = in.getString().equals("double");
                } else {
                    in.skipChildren();
                }
            }
        }

        private void readGraph() {
            while (in.nextToken() != JsonToken.END_OBJECT) {
                String name = in.currentName();
                JsonToken value = in.nextToken();
                switch (name) {
                    case "names" -> readNames();
                    case "levels" -> readLevels();
                    case "numTicks", "total" -> total = JsonInput.number(in);
                    // Stands inside of the graph in answers to queries, which have no metadata.
                    case "leftTicks" -> {
                        difference = true;
                        in.skipChildren();
                    }
                    default -> {
                        if (value == JsonToken.START_ARRAY || value == JsonToken.START_OBJECT) {
                            in.skipChildren();
                        }
                    }
                }
            }
        }

        private void readNames() {
            JsonInput.expect(in, JsonToken.START_ARRAY, "a list of names");
            while (in.nextToken() != JsonToken.END_ARRAY) {
                JsonInput.expect(in, JsonToken.VALUE_STRING, "a string in its list of names");
                names.add(FrameNames.canonical(in.getString()));
                limits.checkCount(names.size(), "names");
            }
        }

        /** A level is a list of numbers, or an object with such a list. */
        private void readLevels() {
            JsonInput.expect(in, JsonToken.START_ARRAY, "a list of levels");
            while (in.nextToken() != JsonToken.END_ARRAY) {
                if (in.currentToken() == JsonToken.START_OBJECT) {
                    long[] level = {};
                    while (in.nextToken() != JsonToken.END_OBJECT) {
                        in.nextToken();
                        level = readLevel();
                    }
                    levels.add(level);
                } else {
                    levels.add(readLevel());
                }
                if (levels.size() - 1 > limits.depth()) {
                    throw new IllegalArgumentException("more than " + limits.depth() + " levels");
                }
            }
        }

        private long[] readLevel() {
            JsonInput.expect(in, JsonToken.START_ARRAY, "a list of numbers for each level");
            long[] level = new long[DOUBLE];
            int size = 0;
            while (in.nextToken() != JsonToken.END_ARRAY) {
                if (size == level.length) {
                    level = Arrays.copyOf(level, 2 * size);
                }
                level[size++] = JsonInput.number(in);
                nodes += size % SINGLE == 0 ? 1 : 0;
                limits.checkCount(nodes / 2, "frames in their places");
            }
            return Arrays.copyOf(level, size);
        }
    }
}
