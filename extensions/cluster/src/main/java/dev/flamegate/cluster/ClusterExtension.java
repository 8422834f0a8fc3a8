package dev.flamegate.cluster;

import dev.flamegate.check.Check;
import dev.flamegate.check.CheckProvider;
import dev.flamegate.check.Situation;
import dev.flamegate.cli.CommandProvider;
import dev.flamegate.cluster.injectors.InjectorCommand;
import dev.flamegate.gate.GateJobs;
import dev.flamegate.plan.KubernetesSpec;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.runtime.RuntimeProvider;
import dev.flamegate.runtime.TargetRuntime;
import java.util.List;

/** Adds the runtime {@code kubernetes}, its checks, jobs of the gate, and the agent of a load generator elsewhere. */
public final class ClusterExtension implements RuntimeProvider, CheckProvider, CommandProvider, GateJobs.Provider {
    @Override
    public TargetSpec.Runtime kind() {
        return TargetSpec.Runtime.KUBERNETES;
    }

    @Override
    public TargetRuntime open(MeasurementPlan setup) {
        return new KubernetesRuntime(setup);
    }

    @Override
    public List<Check> checks(Situation situation) {
        return new ClusterChecks(situation).all();
    }

    @Override
    public List<Class<?>> commands() {
        return List.of(InjectorCommand.class);
    }

    @Override
    public GateJobs open(KubernetesSpec where) {
        Cluster cluster = Cluster.open(where);
        return new GateJobs() {
            @Override
            public Ended run(String manifest, String of, List<String> words) throws InterruptedException {
                return GateJob.run(cluster, manifest, of, words);
            }

            @Override
            public void close() {
                cluster.close();
            }
        };
    }
}
