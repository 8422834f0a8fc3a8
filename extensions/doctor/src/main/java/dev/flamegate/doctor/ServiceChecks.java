package dev.flamegate.doctor;

import static dev.flamegate.check.Check.Group.SERVICE;

import dev.flamegate.check.Check;
import dev.flamegate.check.CheckResult;
import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.Counter;
import dev.flamegate.model.SeriesPoint;
import dev.flamegate.model.Trial;
import dev.flamegate.model.message.DoctorCheck;
import dev.flamegate.model.message.ValidityCheck;
import dev.flamegate.os.Secrets;
import dev.flamegate.plan.LoadSpec;
import dev.flamegate.plan.Plan;
import java.util.ArrayList;
import java.util.List;

/** Checks the plan against one trial of the service: its warm-up, its rate, and the length of the measurement. */
final class ServiceChecks {
    /** Shares of the target's CPUs, JIT aside: nearly idle below this one, well loaded, about to queue. */
    private static final double IDLE = 0.15;

    private static final double GOOD = 0.4;
    private static final double BUSY = 0.75;

    private static final double JIT_MOST = 0.10;
    private static final double LONGER = 1.5;
    private static final int WHOLE_SECONDS = 10;

    /** The scatter that a trial may have, half of the usual 2 % between restarts. */
    private static final double WITHIN = 0.01;

    /** Length of a stretch: long enough for a cost per request, short enough to have several in a window. */
    private static final int STRETCH_SECONDS = 2;

    private static final int FEWEST_STRETCHES = 5;

    private final Trial trial;
    private final LoadSpec planned;
    private final double cpus;

    private ServiceChecks(Trial trial, Plan plan) {
        this.trial = trial;
        this.planned = plan.load();
        Double limit = plan.target().limits().cpus();
        this.cpus = limit == null ? 1 : limit;
    }

    /**
     * The checks of a trial.
     *
     * @param trial measured with a warm-up that may be longer than the plan's
     * @param plan with the warm-up and measurement that are checked
     */
    static List<Check> of(Trial trial, Plan plan) {
        ServiceChecks checks = new ServiceChecks(trial, plan);
        return List.of(
                Check.of(DoctorCheck.REQUESTS, SERVICE, checks::requests),
                Check.of(ValidityCheck.WARM_UP, SERVICE, checks::warmUp),
                Check.of(DoctorCheck.RATE, SERVICE, checks::rate),
                Check.of(DoctorCheck.MEASURE, SERVICE, checks::measure));
    }

    private CheckResult requests() {
        double seconds = trial.measuredSeconds();
        String seen = Numbers.count(trial.ok() + trial.failed()) + " requests in " + DoctorNumbers.seconds(seconds);
        CheckResult result;
        if (trial.ok() == 0) {
            result = CheckResult.fail(
                    seen + ", none of them answered well" + mostOften(),
                    "Look at what the simulation expects and at the target's log; a run would be INVALID.");
        } else if (trial.failed() > 0) {
            result = CheckResult.warn(
                    seen + ", " + Numbers.count(trial.failed()) + " of them failed" + mostOften(),
                    "Look at what the simulation expects and at the target's log; a run with more than 1 % of them is INVALID, unless a rule judges errors.");
        } else {
            result = CheckResult.ok(seen + ", none failed");
        }
        return result.with("ok", trial.ok()).with("failed", trial.failed());
    }

    /** The most frequent failure of requests as a clause; empty if the load tool does not report any. */
    private String mostOften() {
        return trial.faults().failures().stream()
                .findFirst()
                .map(failure -> ", most often " + Names.visible(Secrets.text(failure.text())))
                .orElse("");
    }

    private CheckResult warmUp() {
        double took = trial.warmUp().window().seconds();
        double jit = jitShare();
        String compiling = "; then the JIT compiler took " + Numbers.percent(jit) + " of the CPU";
        CheckResult result;
        if (!trial.warmUp().flat()) {
            result = CheckResult.warn(
                    "JIT share and cost per request were not flat after " + DoctorNumbers.seconds(took) + compiling,
                    "A higher rate warms up sooner. If it has to be this one, allow more time (load: warm-up: at-most) and"
                            + " judge cpu.application.per-request, which leaves JIT out. A comparison leaves out the"
                            + " second compiler by itself where it takes more than 15 % of the CPU.");
        } else if (took > planned.warmUp().atMost().toMillis() / 1e3) {
            result = CheckResult.warn(
                    "it was warm after " + DoctorNumbers.seconds(took) + ", and the plan allows "
                            + Numbers.duration(planned.warmUp().atMost()) + compiling,
                    "Set load: warm-up: {at-most: " + rounded(LONGER * took) + " s}.");
        } else {
            String warm = "it was warm after " + DoctorNumbers.seconds(took) + " of the "
                    + Numbers.duration(planned.warmUp().atMost()) + " that the plan allows" + compiling;
            result = jit > JIT_MOST
                    ? CheckResult.warn(
                            warm,
                            "It compiles in bursts: judge cpu.application.per-request, which leaves JIT out, or set load:"
                                    + " warm-up: {at-least: " + rounded(LONGER * took) + " s}.")
                    : CheckResult.ok(warm);
        }
        return result.with("seconds", took).with("jitShare", jit);
    }

    private CheckResult rate() {
        double used = (counter(Counter.CPU_PROCESS) - counter(Counter.CPU_JIT)) / trial.measuredSeconds();
        if (!Double.isFinite(used) || trial.ok() == 0) {
            return CheckResult.skip("unknown without the target's CPU or requests");
        }
        double share = used / cpus;
        double rate = (trial.ok() + trial.failed()) / trial.measuredSeconds();
        String seen = Numbers.number(rate, 3) + " requests per second use " + Numbers.percent(share) + " of "
                + DoctorNumbers.cpus(cpus) + ", JIT aside";
        String factor = Numbers.number(GOOD / share, 2);
        CheckResult result;
        if (share < IDLE) {
            result = CheckResult.warn(
                    seen + ": the target is nearly idle, so restarts and the JIT compiler show more than requests do",
                    "Load about " + factor + " times as much (the rate in the simulation or in load: properties).");
        } else if (share > BUSY) {
            result = CheckResult.warn(
                    seen + ": its latencies are mostly those of a queue",
                    "Load about " + factor + " times as much, or give it more CPUs (target: limits: cpus).");
        } else {
            result = CheckResult.ok(seen);
        }
        return result.with("perSecond", rate).with("share", share);
    }

    private CheckResult measure() {
        if (!trial.warmUp().flat()) {
            return CheckResult.skip("unknown while the target is not warm: its cost still falls");
        }
        double length = planned.measure().toMillis() / 1e3;
        List<Double> costs = costs();
        if (costs.size() < FEWEST_STRETCHES) {
            return CheckResult.skip(
                    "unknown: the target's CPU is not known second by second, or there are too few requests");
        }
        double mean = costs.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        double variance = costs.stream()
                        .mapToDouble(cost -> (cost - mean) * (cost - mean))
                        .sum()
                / (costs.size() - 1);
        double one = Math.sqrt(variance) / mean;
        double within = one / Math.sqrt(length / STRETCH_SECONDS);
        String seen = "in " + Numbers.duration(planned.measure()) + " the cost per request, JIT aside, is known to "
                + Numbers.percent(within);
        CheckResult result = within <= WITHIN
                ? CheckResult.ok(seen + ": less than what two restarts usually differ by")
                : CheckResult.warn(
                        seen + ": it adds to what two restarts differ by, usually 2 %",
                        "Set load: measure: " + rounded(STRETCH_SECONDS * Math.pow(one / WITHIN, 2))
                                + " s, or load more.");
        return result.with("deviation", within);
    }

    /** CPU seconds per request, JIT aside, of stretches of the measured window that had requests. */
    private List<Double> costs() {
        List<SeriesPoint> measured = trial.measuredSeries().stream()
                .filter(point -> Double.isFinite(point.cores() - point.jitCores()))
                .toList();
        List<Double> costs = new ArrayList<>();
        for (int i = 0; i + STRETCH_SECONDS <= measured.size(); i += STRETCH_SECONDS) {
            double cpu = 0;
            double requests = 0;
            for (SeriesPoint point : measured.subList(i, i + STRETCH_SECONDS)) {
                cpu += point.cores() - point.jitCores();
                requests += point.throughput();
            }
            if (requests > 0) {
                costs.add(cpu / requests);
            }
        }
        return costs;
    }

    private double jitShare() {
        return counter(Counter.CPU_JIT) / counter(Counter.CPU_PROCESS);
    }

    private double counter(Counter counter) {
        return trial.counter(counter).orElse(Double.NaN);
    }

    private static long rounded(double seconds) {
        return (long) Math.ceil(seconds / WHOLE_SECONDS) * WHOLE_SECONDS;
    }
}
