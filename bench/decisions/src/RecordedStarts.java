import dev.flamegate.model.Arm;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.Selector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Recorded starts, dealt like cards: those of the unchanged build are all arms of A/A pairs (one of each pair) and the
 * baselines of the other kinds; those of the changed build are the candidates of one kind, or of the unchanged build again,
 * made larger by a factor.
 */
final class RecordedStarts implements Starts {
    private final Recorded changed;
    private final double growth;
    private final int point;
    private final double[][] unchangedLogs;
    private final double[][] pairLogs;
    private int[] unchangedOrder = {};
    private int[] changedOrder = {};
    private int unchangedNext;
    private int changedNext;

    private RecordedStarts(Recorded changed, double growth, int point, double[][] unchangedLogs, double[][] pairLogs) {
        this.changed = changed;
        this.growth = growth;
        this.point = point;
        this.unchangedLogs = unchangedLogs;
        this.pairLogs = pairLogs;
    }

    /**
     * Starts as one indicator sees them.
     *
     * @param growth put on top of what the changed build costs, 0.1 = +10 %
     */
    static RecordedStarts of(Map<String, Recorded> all, String kind, Indicator indicator, double growth) {
        List<double[]> unchanged = new ArrayList<>();
        for (Recorded one : all.values()) {
            double[] before = one.values(indicator, Selector.ALL, Arm.BASELINE);
            double[] after = one.values(indicator, Selector.ALL, Arm.CANDIDATE);
            for (int i = 0; i < before.length && (one.isUnchanged() || !one.kind().equals(kind)); i++) {
                unchanged.add(
                        one.isUnchanged()
                                ? new double[] {Math.log(before[i]), Math.log(after[i])}
                                : new double[] {Math.log(before[i])});
            }
        }
        Recorded changed = all.get(kind);
        double[] before = changed.values(indicator, Selector.ALL, Arm.BASELINE);
        double[] after = changed.values(indicator, Selector.ALL, Arm.CANDIDATE);
        double[][] pairs = new double[before.length][];
        Arrays.setAll(pairs, i -> new double[] {Math.log(before[i]), Math.log(after[i])});
        int point = indicator.name().equals("cpu.per-request") ? 0 : indicator.name().endsWith("latency.p99") ? 4 : -1;
        return new RecordedStarts(changed, growth, point, unchanged.toArray(double[][]::new), pairs);
    }

    /** Whether enough starts were recorded for a rule. */
    boolean isEnoughFor(Rivals rival) {
        int before = rival == Rivals.BENCHSTAT ? 10 : rival.name().startsWith("OTAVA") ? 30 : 10;
        int after = rival == Rivals.BENCHSTAT ? 10 : rival == Rivals.OTAVA_5 ? 5 : 1;
        return changed.isUnchanged()
                ? unchangedLogs.length >= before + after
                : unchangedLogs.length >= before && pairLogs.length >= after;
    }

    /** Whether points inside a start were recorded of this indicator. */
    boolean hasPoints() {
        return point >= 0;
    }

    @Override
    public RecordedStarts deal(RandomGenerator random) {
        RecordedStarts dealt = new RecordedStarts(changed, growth, point, unchangedLogs, pairLogs);
        dealt.unchangedOrder = shuffled(unchangedLogs.length, random);
        dealt.changedOrder = shuffled(pairLogs.length, random);
        return dealt;
    }

    @Override
    public double before(RandomGenerator random) {
        double[] arms = unchangedLogs[unchangedOrder[unchangedNext++]];
        return arms[random.nextInt(arms.length)];
    }

    @Override
    public double after(RandomGenerator random) {
        return (changed.isUnchanged() ? before(random) : pairLogs[changedOrder[changedNext++]][1]) + Math.log1p(growth);
    }

    @Override
    public double[] serial(boolean changedBuild, int n, RandomGenerator random) {
        double[] logs = new double[n];
        for (int i = 0; i < n; i++) {
            logs[i] = changedBuild ? after(random) : before(random);
        }
        return logs;
    }

    @Override
    public double[][] points(RandomGenerator random) {
        RecordedPair pair = changed.pairs().get(changedOrder[changedNext++]);
        boolean swapped = changed.isUnchanged() && random.nextBoolean();
        return new double[][] {
            points(pair.points(swapped ? Arm.CANDIDATE : Arm.BASELINE), 1),
            points(pair.points(swapped ? Arm.BASELINE : Arm.CANDIDATE), 1 + growth)
        };
    }

    private double[] points(List<double[]> seconds, double factor) {
        return seconds.stream()
                .filter(second -> second[2] > 0 && Double.isFinite(second[point]))
                .mapToDouble(second -> factor * (point == 0 ? second[0] / second[2] : second[point]))
                .toArray();
    }

    private static int[] shuffled(int n, RandomGenerator random) {
        int[] order = new int[n];
        for (int i = 0; i < n; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }
}
