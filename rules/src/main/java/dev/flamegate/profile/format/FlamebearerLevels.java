package dev.flamegate.profile.format;

import dev.flamegate.profile.CallTree;
import java.util.List;
import java.util.Map;

/**
 * The levels of a flame graph as a tree. Level by level from the root, each node is its distance from the one before
 * it, its total, its self weight and the place of its name; in a difference the first three are there twice, left and
 * right. A node hangs below the one of the level above that spans it.
 */
final class FlamebearerLevels {
    private static final int SIDE = 3;
    private static final int TOTAL = 1;
    private static final int SELF = 2;

    private final List<String> names;
    private final int stride;
    private final int sides;
    private final BoundedTree[] trees;

    /**
     * Levels to come.
     *
     * @param names canonical
     * @param stride numbers of one node
     */
    FlamebearerLevels(List<String> names, int stride, ProfileLimits limits) {
        this.names = names;
        this.stride = stride;
        sides = stride / SIDE;
        trees = new BoundedTree[sides];
        for (int side = 0; side < sides; side++) {
            trees[side] = new BoundedTree(limits);
        }
    }

    /**
     * The tree, or both trees of a difference.
     *
     * @param total weight of all that the graph says; -1 when it says none
     */
    List<CallTree> trees(List<long[]> levels, long total) {
        if (!levels.isEmpty()) {
            Row above = root(levels.get(0));
            for (int level = 1; level < levels.size(); level++) {
                above = row(levels.get(level), above, level);
            }
        }
        long weight = trees[0].weight() + (sides > 1 ? trees[1].weight() : 0);
        if (total >= 0 && total != weight) {
            throw new IllegalArgumentException("its frames add up to " + weight + " of " + total);
        }
        return sides > 1 ? List.of(trees[0].build(), trees[1].build()) : List.of(trees[0].build());
    }

    private Row root(long[] level) {
        if (level.length == 0) {
            return new Row(0, sides);
        }
        if (level.length != stride) {
            throw new IllegalArgumentException("its first level has " + level.length + " numbers and not " + stride);
        }
        Row row = new Row(1, sides);
        long width = width(level, 0);
        row.add(level[0] + (sides > 1 ? level[SIDE] : 0), width);
        for (int side = 0; side < sides; side++) {
            row.totals[side][0] = level[side * SIDE + TOTAL];
            row.nodes[side][0] = CallTree.ROOT;
            addSelf(side, CallTree.ROOT, "", level, 0);
        }
        row.pools[0] = "";
        return row;
    }

    private Row row(long[] level, Row above, int depth) {
        if (level.length % stride != 0) {
            throw new IllegalArgumentException(
                    "level " + depth + " has " + level.length + " numbers, which is not a multiple of " + stride);
        }
        Row row = new Row(level.length / stride, sides);
        long x = 0;
        int parent = 0;
        for (int at = 0; at < level.length; at += stride) {
            x = plus(x, plus(distance(level[at]), sides > 1 ? distance(level[at + SIDE]) : 0));
            long width = width(level, at);
            while (parent < above.size && above.ends[parent] <= x) {
                parent++;
            }
            if (width > 0) {
                if (parent == above.size || x < above.starts[parent] || plus(x, width) > above.ends[parent]) {
                    throw new IllegalArgumentException("level " + depth + ": a frame has no parent");
                }
                add(level, at, row, above, parent, x, width);
            }
            x = plus(x, width);
        }
        return row;
    }

    private void add(long[] level, int at, Row row, Row above, int parent, long x, long width) {
        String name = name(level[at + stride - 1]);
        String pool = FrameNames.pool(above.pools[parent], FrameNames.pool(name));
        int i = row.add(x, width);
        row.pools[i] = pool;
        for (int side = 0; side < sides; side++) {
            long total = level[at + side * SIDE + TOTAL];
            if (total > above.totals[side][parent]) {
                throw new IllegalArgumentException(name + ": a frame is larger than the one it is below");
            }
            row.totals[side][i] = total;
            if (total > 0) {
                row.nodes[side][i] = trees[side].child(above.nodes[side][parent], name, 0);
                addSelf(side, row.nodes[side][i], pool, level, at);
            }
        }
    }

    private void addSelf(int side, int node, String pool, long[] level, int at) {
        long self = level[at + side * SIDE + SELF];
        if (self > level[at + side * SIDE + TOTAL]) {
            throw new IllegalArgumentException("a frame's self weight " + self + " is larger than its total");
        }
        trees[side].add(node, FacetLabels.facet(Map.of(), pool), self);
    }

    private String name(long index) {
        if (index < 0 || index >= names.size()) {
            throw new IllegalArgumentException("it refers to the missing name " + index + " of " + names.size());
        }
        return names.get((int) index);
    }

    private long width(long[] level, int at) {
        long width = 0;
        for (int side = 0; side < sides; side++) {
            width = plus(width, distance(level[at + side * SIDE + TOTAL]));
        }
        return width;
    }

    private static long distance(long number) {
        if (number < 0) {
            throw new IllegalArgumentException(number + ": a negative distance or weight");
        }
        return number;
    }

    private static long plus(long a, long b) {
        if (a + b < 0) {
            throw new IllegalArgumentException("its numbers add up to more than 63 bits");
        }
        return a + b;
    }

    /** The nodes of one level that have a weight, by their place. */
    private static final class Row {
        final long[] starts;
        final long[] ends;
        final long[][] totals;
        final int[][] nodes;
        final String[] pools;
        int size;

        Row(int most, int sides) {
            starts = new long[most];
            ends = new long[most];
            totals = new long[sides][most];
            nodes = new int[sides][most];
            pools = new String[most];
        }

        int add(long x, long width) {
            starts[size] = x;
            ends[size] = x + width;
            return size++;
        }
    }
}
