package dev.flamegate.cluster;

import static dev.flamegate.check.Check.Group.CONTAINERS;

import dev.flamegate.check.Check;
import dev.flamegate.check.CheckResult;
import dev.flamegate.check.Situation;
import dev.flamegate.model.message.DoctorCheck;
import dev.flamegate.plan.KubernetesSpec;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.plan.TargetSpec.Runtime;
import dev.flamegate.targets.TargetFailed;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** The Kubernetes cluster, and what the gate may do in its namespace; nothing unless the target would run there. */
final class ClusterChecks {
    private static final Duration LIMIT = Duration.ofSeconds(12);

    private final Situation situation;

    ClusterChecks(Situation situation) {
        this.situation = situation;
    }

    List<Check> all() {
        if (situation.runtime() != Runtime.KUBERNETES) {
            return List.of();
        }
        return List.of(
                Check.of(DoctorCheck.CLUSTER, CONTAINERS, () -> with(ClusterChecks::answers))
                        .within(LIMIT),
                Check.of(DoctorCheck.CLUSTER_RIGHTS, CONTAINERS, () -> with(this::rights))
                        .within(LIMIT));
    }

    private KubernetesSpec spec() {
        return situation.target().map(TargetSpec::kubernetes).orElse(KubernetesSpec.USUAL);
    }

    private CheckResult with(Function<Cluster, CheckResult> look) {
        try (Cluster cluster = Cluster.open(spec())) {
            return look.apply(cluster);
        } catch (TargetFailed e) {
            String[] lines = String.valueOf(e.getMessage()).split("\n", 2);
            return CheckResult.fail(lines[0], lines.length > 1 ? lines[1] : "Ask those who run the cluster.");
        }
    }

    private static CheckResult answers(Cluster cluster) {
        return CheckResult.ok(
                "Kubernetes " + cluster.version() + " at " + cluster.address() + ", namespace " + cluster.namespace());
    }

    private CheckResult rights(Cluster cluster) {
        Right.require(cluster, spec().reach() == KubernetesSpec.Reach.SERVICE, situation.loadPods());
        return CheckResult.ok("the gate may do all that it needs in the namespace " + cluster.namespace());
    }
}
