import dev.flamegate.model.Arm;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Trial;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Whether CPU per request could be told from fewer pairs: by covariates, whose slopes the unchanged build's pairs know, and by
 * means of a start's seconds without the highest and the lowest. What makes the unchanged build quieter must still see what was
 * injected.
 */
record Quieter(Map<String, Recorded> all, Path into, String about) {
    /** An estimate of the growth of every pair of a kind, as the logarithm of candidate over baseline. */
    private interface Estimator {
        double[] differences(Recorded recorded);
    }

    /** An estimate, and the number of the row of the plain one that it is to be quieter than. */
    private record Row(String name, Estimator estimator, int plain) {}

    void write() throws IOException {
        List<Recorded> kinds = all.values().stream().filter(kind -> !kind.isUnchanged() && kind.pairs().size() >= 3).toList();
        List<String> columns = new ArrayList<>(List.of("estimate", "pairs", "pair SD %", "95 % interval", "of the plain one's %"));
        kinds.forEach(kind -> columns.add(kind.kind() + ": seen %"));
        Results results = new Results(
                into.resolve("recorded-quieter.csv"),
                "# recorded: estimates of CPU per request beside the plain ones\n\n" + about
                        + "Pair SD: root mean square of the pairs of an unchanged build. *Less JIT*, *less VM*, *less profiler*: without what"
                        + " follows from the difference between the arms in the CPU of those threads, by a slope (least squares) from the other"
                        + " pairs of the unchanged build. *Seconds*: the mean of a start's measured seconds, JIT threads left out, without the"
                        + " highest and lowest tenth, fifth or three tenths of them. *Seen*: mean growth of the pairs of an injection, with its"
                        + " 95 % t interval; an estimate that is quieter and sees less has won nothing.\n\n",
                0,
                0,
                1,
                columns.toArray(String[]::new));
        Recorded aa = Recorded.unchanged(all);
        List<Row> rows = rows(aa);
        for (Row row : rows) {
            double[] d = row.estimator().differences(aa);
            double sd = rms(d);
            List<Object> cells = new ArrayList<>(List.of(
                    row.name(),
                    d.length,
                    NoiseTables.percent(sd),
                    NoiseTables.percent(sd * Math.sqrt(d.length / NoiseTables.quantile(d.length, 0.975))) + " to "
                            + NoiseTables.percent(sd * Math.sqrt(d.length / NoiseTables.quantile(d.length, 0.025))),
                    Math.round(100 * sd / rms(rows.get(row.plain()).estimator().differences(aa)))));
            kinds.forEach(kind -> cells.add(NoiseTables.interval(row.estimator().differences(kind))));
            results.add(cells.toArray());
        }
        results.close();
    }

    private static List<Row> rows(Recorded aa) {
        ToDoubleFunction<Trial> process = perRequest(Counter.CPU_PROCESS);
        ToDoubleFunction<Trial> application = perRequest(Counter.CPU_APPLICATION);
        ToDoubleFunction<Trial> jit = perRequest(Counter.CPU_JIT);
        ToDoubleFunction<Trial> vm = perRequest(Counter.CPU_VM);
        ToDoubleFunction<Trial> profiler = perRequest(Counter.CPU_PROFILER);
        List<Row> rows = new ArrayList<>(List.of(
                new Row("process", kind -> logs(kind, process), 0),
                new Row("process; JIT threads left out", kind -> logs(kind, trial -> process.applyAsDouble(trial) - jit.applyAsDouble(trial)), 0),
                new Row("process; less JIT", less(aa, process, jit), 0),
                new Row("application", kind -> logs(kind, application), 3),
                new Row("application; less JIT", less(aa, application, jit), 3),
                new Row("application; less VM", less(aa, application, vm), 3),
                new Row("application; less profiler", less(aa, application, profiler), 3)));
        for (double trimmed : new double[] {0, 0.1, 0.2, 0.3}) {
            rows.add(new Row(
                    trimmed == 0 ? "seconds" : "seconds; " + Simulate.percent(trimmed) + " at each end left out",
                    kind -> seconds(kind, trimmed),
                    7));
        }
        return rows;
    }

    private static ToDoubleFunction<Trial> perRequest(Counter counter) {
        return trial -> trial.counter(counter).orElseThrow() / trial.ok();
    }

    private static double[] logs(Recorded kind, ToDoubleFunction<Trial> cost) {
        return kind.pairs().stream()
                .mapToDouble(pair -> Math.log(cost.applyAsDouble(pair.candidate()) / cost.applyAsDouble(pair.baseline())))
                .toArray();
    }

    /** Differences of a cost without what follows from those of a part: each pair by the slope that the other unchanged ones have. */
    private static Estimator less(Recorded aa, ToDoubleFunction<Trial> cost, ToDoubleFunction<Trial> part) {
        double[] y = logs(aa, cost);
        double[] x = parts(aa, cost, part);
        return kind -> {
            double[] differences = logs(kind, cost);
            double[] covariate = parts(kind, cost, part);
            return IntStream.range(0, differences.length)
                    .mapToDouble(i -> differences[i] - slope(x, y, kind.isUnchanged() ? i : -1) * covariate[i])
                    .toArray();
        };
    }

    /** Difference of a part between the arms of every pair, relative to the whole cost. */
    private static double[] parts(Recorded kind, ToDoubleFunction<Trial> cost, ToDoubleFunction<Trial> part) {
        return kind.pairs().stream()
                .mapToDouble(pair -> 2 * (part.applyAsDouble(pair.candidate()) - part.applyAsDouble(pair.baseline()))
                        / (cost.applyAsDouble(pair.candidate()) + cost.applyAsDouble(pair.baseline())))
                .toArray();
    }

    /** Of a line through the origin, since arms of one build have no direction; without one of the pairs. */
    private static double slope(double[] x, double[] y, int without) {
        double xy = 0;
        double xx = 0;
        for (int i = 0; i < x.length; i++) {
            if (i != without) {
                xy += x[i] * y[i];
                xx += x[i] * x[i];
            }
        }
        return xy / xx;
    }

    private static double[] seconds(Recorded kind, double trimmed) {
        return kind.pairs().stream()
                .mapToDouble(pair -> Math.log(mean(pair.points(Arm.CANDIDATE), trimmed) / mean(pair.points(Arm.BASELINE), trimmed)))
                .toArray();
    }

    private static double mean(List<double[]> points, double trimmed) {
        double[] costs = points.stream()
                .filter(point -> point[2] > 0)
                .mapToDouble(point -> (point[0] - point[1]) / point[2])
                .sorted()
                .toArray();
        int left = (int) (costs.length * trimmed);
        return Arrays.stream(costs, left, costs.length - left).average().orElseThrow();
    }

    private static double rms(double[] d) {
        return Math.sqrt(Arrays.stream(d).map(x -> x * x).average().orElseThrow());
    }
}
