import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * An operation.
 *
 * @param what it does
 * @param seconds of each time
 * @param requests of each time, by the method that the store logs
 */
record Row(String what, List<Double> seconds, List<Map<String, Integer>> requests) {
    private static final List<String> METHODS = List.of("ListObjectsV2", "GetObject", "PutObject", "DeleteObject");

    /** The columns of {@link #line}. */
    static final String HEAD = "| operation | times | median | worst | list | get | put | delete |\n"
            + "|---|---:|---:|---:|---:|---:|---:|---:|\n";

    /** A line of a table, with the requests of the median. */
    String line() {
        List<Integer> order = Stream.iterate(0, i -> i + 1)
                .limit(seconds.size())
                .sorted(Comparator.comparing(seconds::get))
                .toList();
        int median = order.get(order.size() / 2);
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "| %s | %,d | %.3f | %.3f |",
                what,
                order.size(),
                seconds.get(median),
                seconds.get(order.get(order.size() - 1))));
        if (!METHODS.containsAll(requests.get(median).keySet().stream()
                .filter(method -> !method.isEmpty())
                .toList())) {
            throw new IllegalStateException("not counted: " + requests.get(median));
        }
        for (String method : METHODS) {
            int count = requests.get(median).getOrDefault(method, 0);
            text.append(count == 0 ? "  |" : String.format(Locale.ROOT, " %,d |", count));
        }
        return text.append('\n').toString();
    }
}
