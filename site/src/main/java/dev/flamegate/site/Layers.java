package dev.flamegate.site;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * Places the nodes of a flowchart in rows, after Sugiyama: an arrow that passes rows gets a bend in each of them, rows are
 * ordered by the mean place of what they are connected with as long as fewer arrows cross, and then everything moves as
 * close to what it is connected with as the order allows. Equal charts give equal places.
 */
final class Layers {
    private static final int SWEEPS = 24;
    private static final double GAP = 22;
    private static final double BEND_GAP = 14;

    /** Keeps arrows that pass several rows straight: a bend follows bends more than nodes. */
    private static final double STRAIGHT = 6;

    private final List<List<Place>> rows = new ArrayList<>();
    private final Map<Flowchart.Arrow, List<Place>> paths = new LinkedHashMap<>();

    /** Where a node is, or the bend of an arrow, which has no width. */
    static final class Place {
        private final String node;
        private final double width;
        private final int row;
        private final List<Place> above = new ArrayList<>();
        private final List<Place> below = new ArrayList<>();
        private double x;

        private Place(String node, double width, int row) {
            this.node = node;
            this.width = width;
            this.row = row;
        }

        /** The node's name; empty for a bend. */
        String node() {
            return node;
        }

        double width() {
            return width;
        }

        /** From 0, downwards. */
        int row() {
            return row;
        }

        /** Of its middle, 0 or more. */
        double x() {
            return x;
        }

        private boolean isBend() {
            return node.isEmpty();
        }

        private List<Place> beside(boolean downwards) {
            return downwards ? above : below;
        }
    }

    /**
     * Places a chart.
     *
     * @param width of a node with a label
     */
    Layers(Flowchart chart, ToDoubleFunction<String> width) {
        Map<String, Integer> ranks = chart.ranks();
        Map<String, Place> nodes = new LinkedHashMap<>();
        chart.labels().forEach((name, label) -> {
            int row = Objects.requireNonNull(ranks.get(name));
            nodes.put(name, add(new Place(name, width.applyAsDouble(label), row)));
        });
        for (Flowchart.Arrow arrow : chart.arrows()) {
            Place from = Objects.requireNonNull(nodes.get(arrow.from()));
            Place to = Objects.requireNonNull(nodes.get(arrow.to()));
            List<Place> path = new ArrayList<>(List.of(from));
            for (int row = from.row + 1; row < to.row; row++) {
                path.add(add(new Place("", 0, row)));
            }
            path.add(to);
            for (int i = 1; i < path.size(); i++) {
                path.get(i - 1).below.add(path.get(i));
                path.get(i).above.add(path.get(i - 1));
            }
            paths.put(arrow, path);
        }
        order();
        move();
    }

    /** The places of each row, from left to right. */
    List<List<Place>> rows() {
        return rows;
    }

    /** The places that each arrow connects: its two nodes, and its bends between them. */
    Map<Flowchart.Arrow, List<Place>> paths() {
        return paths;
    }

    /** How many pairs of arrows cross between rows. */
    long crossings() {
        long crossings = 0;
        for (List<Place> row : rows) {
            List<int[]> ends = new ArrayList<>();
            for (int i = 0; i < row.size(); i++) {
                for (Place to : row.get(i).below) {
                    ends.add(new int[] {i, rows.get(to.row).indexOf(to)});
                }
            }
            for (int[] one : ends) {
                crossings += ends.stream()
                        .filter(other -> one[0] < other[0] && one[1] > other[1])
                        .count();
            }
        }
        return crossings;
    }

    private Place add(Place place) {
        while (rows.size() <= place.row) {
            rows.add(new ArrayList<>());
        }
        rows.get(place.row).add(place);
        return place;
    }

    private void order() {
        long fewest = crossings();
        List<List<Place>> best = rows.stream().map(List::copyOf).toList();
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            boolean downwards = sweep % 2 == 0;
            for (int i = 1; i < rows.size(); i++) {
                sort(rows.get(downwards ? i : rows.size() - 1 - i), downwards);
            }
            long now = crossings();
            if (now < fewest) {
                fewest = now;
                best = rows.stream().map(List::copyOf).toList();
            }
        }
        for (int i = 0; i < rows.size(); i++) {
            rows.set(i, new ArrayList<>(best.get(i)));
        }
    }

    /** Sorts a row by the mean position of what its places are connected with in the row before; others stay near where they were. */
    private void sort(List<Place> row, boolean downwards) {
        Map<Place, Double> wanted = new LinkedHashMap<>();
        for (int i = 0; i < row.size(); i++) {
            Place place = row.get(i);
            wanted.put(
                    place,
                    place.beside(downwards).stream()
                            .mapToInt(other -> rows.get(other.row).indexOf(other))
                            .average()
                            .orElse(i));
        }
        row.sort(Comparator.comparingDouble(place -> wanted.getOrDefault(place, 0.0)));
    }

    private void move() {
        for (List<Place> row : rows) {
            double x = 0;
            for (int i = 0; i < row.size(); i++) {
                x += i == 0 ? 0 : distance(row.get(i - 1), row.get(i));
                row.get(i).x = x;
            }
        }
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            boolean downwards = sweep % 2 == 0;
            for (int i = 0; i < rows.size(); i++) {
                spread(rows.get(downwards ? i : rows.size() - 1 - i), downwards);
            }
        }
        double left = rows.stream()
                .flatMap(List::stream)
                .mapToDouble(place -> place.x - place.width / 2)
                .min()
                .orElse(0);
        rows.forEach(row -> row.forEach(place -> place.x -= left));
    }

    /** Moves the places of a row to where they want to be, by least squares, in their order and with their distances. */
    private static void spread(List<Place> row, boolean downwards) {
        List<Double> offsets = new ArrayList<>();
        List<double[]> pools = new ArrayList<>(); // sum of the wishes, count
        double offset = 0;
        for (int i = 0; i < row.size(); i++) {
            offset += i == 0 ? 0 : distance(row.get(i - 1), row.get(i));
            offsets.add(offset);
            pools.add(new double[] {wish(row.get(i), downwards) - offset, 1});
            while (pools.size() > 1 && mean(pools.get(pools.size() - 2)) > mean(pools.get(pools.size() - 1))) {
                double[] last = pools.remove(pools.size() - 1);
                double[] before = pools.get(pools.size() - 1);
                before[0] += last[0];
                before[1] += last[1];
            }
        }
        int next = 0;
        for (double[] pool : pools) {
            for (int i = 0; i < pool[1]; i++, next++) {
                row.get(next).x = mean(pool) + offsets.get(next);
            }
        }
    }

    private static double mean(double[] pool) {
        return pool[0] / pool[1];
    }

    private static double wish(Place place, boolean downwards) {
        List<Place> others = place.beside(downwards).isEmpty() ? place.beside(!downwards) : place.beside(downwards);
        double sum = 0;
        double weights = 0;
        for (Place other : others) {
            double weight = place.isBend() && other.isBend() ? STRAIGHT : 1;
            sum += weight * other.x;
            weights += weight;
        }
        return weights == 0 ? place.x : sum / weights;
    }

    private static double distance(Place left, Place right) {
        return (left.width + right.width) / 2 + (left.isBend() || right.isBend() ? BEND_GAP : GAP);
    }
}
