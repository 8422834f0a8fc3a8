package dev.flamegate.cluster;

import dev.flamegate.targets.TargetFailed;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.net.URI;

/**
 * An address inside the cluster for one arm of a run. It is known before the pods of the arm are, and stays the same
 * from one to the next.
 */
public final class TargetService {
    private TargetService() {}

    /**
     * Creates the Service; it ends with its run.
     *
     * @param arm {@code baseline} or {@code candidate}
     * @param port of the target
     * @return where the target will answer
     * @throws dev.flamegate.targets.TargetFailed when the cluster refuses
     */
    public static URI create(RunObjects run, String arm, int port) {
        Cluster cluster = run.cluster();
        Service wanted = new ServiceBuilder()
                .withMetadata(run.metadata(arm, arm))
                .withNewSpec()
                .withType("ClusterIP")
                .addToSelector(RunObjects.RUN, run.run())
                .addToSelector(RunObjects.ARM, arm)
                .addNewPort()
                .withPort(port)
                .endPort()
                .endSpec()
                .build();
        String name = wanted.getMetadata().getName();
        Service made = cluster.made()
                .start(
                        () -> cluster.ask(
                                "create a Service",
                                client -> client.services()
                                        .inNamespace(cluster.namespace())
                                        .resource(wanted)
                                        .create()),
                        service -> remove(cluster, name));
        String address = made.getSpec().getClusterIP();
        if (address == null || address.isBlank()) {
            throw new TargetFailed("the cluster gave the Service " + name
                    + " no address.\nUse target: kubernetes: reach: port-forward.");
        }
        return URI.create("http://" + (address.indexOf(':') < 0 ? address : "[" + address + "]") + ":" + port);
    }

    private static void remove(Cluster cluster, String name) {
        // If it is not removed here, the cluster removes it with its run.
        cluster.remove(client -> client.services()
                .inNamespace(cluster.namespace())
                .withName(name)
                .delete());
    }
}
