package dev.flamegate.publish.format;

import dev.flamegate.model.LatencyHistogram;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.Trial;
import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.json.Values;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The candidate's requests per second, 90th and 95th percentile, and how many criteria hold, in the parts of k6's
 * summary that GitLab's load performance report reads. GitLab shows them on a merge request, next to those of the
 * target branch.
 */
final class LoadPerformanceReport {
    /** Outcomes that a reviewer should look at. */
    private static final Set<Outcome> BROKEN = Set.of(Outcome.FAIL, Outcome.WARN, Outcome.INVALID);

    private LoadPerformanceReport() {}

    /** One JSON object in UTF-8. Latencies are in milliseconds, and left out if the load tool did not measure them. */
    public static byte[] write(GateReport report) {
        List<Trial> trials = report.run().trials();
        double requests =
                trials.stream().mapToLong(trial -> trial.ok() + trial.failed()).sum();
        double seconds = trials.stream().mapToDouble(Trial::measuredSeconds).sum();
        LatencyHistogram latency = LatencyHistogram.merge(trials.stream()
                .flatMap(trial -> trial.requests().stream())
                .map(RequestStats::latency)
                .toList());
        ObjectNode root = JsonMapper.shared().createObjectNode();
        ObjectNode metrics = root.putObject("metrics");
        metrics.putObject("http_reqs").put("rate", Values.number(requests / seconds, Unit.REQUESTS_PER_SECOND));
        if (latency.count() > 0) {
            metrics.putObject("http_req_waiting")
                    .put("p(90)", Values.number(latency.percentile(90), Unit.MILLISECONDS))
                    .put("p(95)", Values.number(latency.percentile(95), Unit.MILLISECONDS));
        }
        List<Finding> findings = report.judgement().findings();
        long broken =
                findings.stream().map(Finding::outcome).filter(BROKEN::contains).count();
        metrics.putObject("checks").put("passes", findings.size() - broken).put("fails", broken);
        return (root.toPrettyString().replace("\r\n", "\n") + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
