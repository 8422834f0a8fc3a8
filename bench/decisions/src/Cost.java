import dev.flamegate.model.Arm;
import dev.flamegate.model.Counter;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.Indicators;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.model.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Something that a trial costs, for looking at noise.
 *
 * @param name of the indicator, or in words where there is none
 * @param values of all trials of an arm, empty where it was not recorded
 */
record Cost(String name, BiFunction<Recorded, Arm, double[]> values) {
    static final String CPU = "cpu.per-request";
    static final String ALLOCATION = "alloc.per-request";
    static final String TAIL = "server.latency.p99";

    private static final List<String> INDICATORS = List.of(
            CPU, "cpu.application.per-request", ALLOCATION, "latency.mean", "latency.p50", "latency.p95", "latency.p99",
            "server.latency.mean", "server.latency.p50", "server.latency.p95", TAIL, "throughput", "startup.time",
            "heap.after-gc", "memory.rss");

    static List<Cost> all() {
        List<Cost> all = new ArrayList<>();
        for (String name : INDICATORS) {
            all.add(of(indicator(name)));
            if (name.equals(CPU)) {
                all.add(new Cost("the same without JIT threads", (recorded, arm) -> recorded.values(Cost::withoutJit, arm)));
                all.add(new Cost("JIT threads alone", (recorded, arm) -> recorded.values(Cost::jit, arm)));
            }
        }
        return all;
    }

    static Cost of(Indicator indicator) {
        return new Cost(indicator.name(), (recorded, arm) -> recorded.values(indicator, Selector.ALL, arm));
    }

    static Indicator indicator(String name) {
        return Indicators.find(name).orElseThrow(() -> new IllegalArgumentException(name + ": no such indicator"));
    }

    private static double withoutJit(Trial trial) {
        return trial.counter(Counter.CPU_PROCESS).orElseThrow() / trial.ok() - jit(trial);
    }

    private static double jit(Trial trial) {
        return trial.counter(Counter.CPU_JIT).orElseThrow() / trial.ok();
    }

    /** Logarithm of candidate over baseline of every pair; empty where the values do not allow it. */
    double[] differences(Recorded recorded) {
        double[] before = values.apply(recorded, Arm.BASELINE);
        double[] after = values.apply(recorded, Arm.CANDIDATE);
        double[] differences = new double[before.length];
        for (int i = 0; i < before.length; i++) {
            differences[i] = Math.log(after[i] / before[i]);
            if (!Double.isFinite(differences[i])) {
                return new double[0];
            }
        }
        return differences;
    }
}
