package dev.flamegate.gate;

import dev.flamegate.plan.KubernetesSpec;
import java.util.List;

/** Runs commands of the gate as jobs of a cluster, each where there is room for it. */
public interface GateJobs extends AutoCloseable {
    /** Opens a cluster: an extension declares its implementation as a service of this type. */
    interface Provider {
        /**
         * Finds the cluster.
         *
         * @throws dev.flamegate.targets.TargetFailed if it is missing
         */
        GateJobs open(KubernetesSpec where);
    }

    /**
     * The end of a job.
     *
     * @param code exit code of the gate
     * @param log everything that it printed
     * @param problem why the gate has no exit code; empty otherwise
     */
    record Ended(int code, String log, String problem) {}

    /**
     * Runs a job to its end.
     *
     * @param manifest of the job
     * @param of name of the service
     * @param words of the gate's command line
     * @throws dev.flamegate.targets.TargetFailed when it cannot be run
     */
    Ended run(String manifest, String of, List<String> words) throws InterruptedException;

    @Override
    void close();
}
