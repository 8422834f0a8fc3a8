package dev.flamegate.selftest;

import dev.flamegate.format.Numbers;
import dev.flamegate.judge.attribution.RequestCosts;
import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.Measurement;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.report.GateReport;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A known way in which a service is made slower.
 *
 * @param name on the command line and of the folder of its report
 * @param words what it does, for people
 * @param kind of work, as the agent calls it
 * @param amount of it, as the agent takes it
 * @param method that does it
 * @param shows the indicator of which more should be seen
 */
record Slowdown(String name, String words, String kind, double amount, ProfiledMethod method, String shows) {
    /** Names of all, in the order in which they are tried. */
    static final List<String> NAMES = List.of("cpu-20", "calls", "cpu-10", "cpu-5", "allocation", "sleep", "lock");

    /** The names tried where there is little time. */
    static final List<String> QUICK = List.of("cpu-20", "calls");

    /** The part of a request's CPU that all added calls together take. */
    private static final double CALLED_PART = 0.1;

    /** CPU of one added call, in seconds: about what the agent's loop takes. */
    private static final double CALL = 1e-6;

    private static final double LEAST_CALLS = 20;
    private static final double LEAST_SLEEP_MILLIS = 100;
    private static final double SLEEP_OF_MEDIAN = 10;
    private static final double USUAL_MEDIAN = 0.02;
    private static final double LEAST_HELD = 0.001;

    /** The part of the time for which the lock is held: more would be a service that cannot serve its load. */
    private static final double HELD_PART = 0.5;

    /**
     * The slowdowns of a service, in amounts that fit what was seen of it unchanged.
     *
     * @param costs CPU of its requests
     * @param outermost its method that most of a request goes through
     * @param innermost one deep in it
     */
    static List<Slowdown> of(
            GateReport unchanged, RequestCosts costs, ProfiledMethod outermost, ProfiledMethod innermost) {
        double median = measured(unchanged, "latency.p50", USUAL_MEDIAN);
        double rate = measured(unchanged, "throughput", 1 / USUAL_MEDIAN);
        double calls = Math.max(LEAST_CALLS, Math.rint(CALLED_PART * costs.total() / CALL));
        double sleep = Math.max(LEAST_SLEEP_MILLIS, SLEEP_OF_MEDIAN * median * 1000);
        double held = Math.min(Math.max(median, LEAST_HELD), HELD_PART / rate) * 1000;
        return Stream.of(
                        cpu(20, innermost),
                        new Slowdown(
                                "calls",
                                Numbers.count((long) calls) + " calls more in each run",
                                "calls",
                                calls,
                                outermost,
                                "work.calls"),
                        cpu(10, innermost),
                        cpu(5, innermost),
                        new Slowdown(
                                "allocation",
                                "all that is allocated, once more",
                                "allocation",
                                1,
                                outermost,
                                "alloc.per-request"),
                        new Slowdown(
                                "sleep",
                                "a sleep of " + milliseconds(sleep) + " in one run of a hundred",
                                "sleep",
                                sleep,
                                outermost,
                                "latency.p99"),
                        new Slowdown(
                                "lock",
                                "a lock that each run holds for " + milliseconds(held) + " more",
                                "lock",
                                held,
                                outermost,
                                "latency.p50"))
                .toList();
    }

    /** True if more work is done, which the gate counts; otherwise pairs alone can show it. */
    boolean isCounted() {
        return kind.equals("calls") || kind.equals("allocation");
    }

    private static Slowdown cpu(int percent, ProfiledMethod method) {
        return new Slowdown(
                "cpu-" + percent,
                "+" + percent + " % CPU",
                "cpu",
                percent / 100.0 / method.part(),
                method,
                "cpu.without-jit.per-request");
    }

    private static String milliseconds(double value) {
        return Numbers.quantity(value / 1000, Unit.MILLISECONDS);
    }

    private static double measured(GateReport report, String indicator, double otherwise) {
        return report.measurements().stream()
                .filter(one -> one.indicator().name().equals(indicator))
                .filter(one -> one.selector().equals(Selector.ALL))
                .flatMap(one -> one instanceof Measurement.Measured known ? Stream.of(known.value()) : Stream.empty())
                .filter(value -> value > 0)
                .findFirst()
                .orElse(otherwise);
    }

    /** The agent's arguments, but for those about files. */
    String arguments() {
        return String.format(
                Locale.ROOT, "class=%s,method=%s,kind=%s,amount=%s", method.type(), method.method(), kind, amount);
    }
}
