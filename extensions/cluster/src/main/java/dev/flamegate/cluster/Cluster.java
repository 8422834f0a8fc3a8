package dev.flamegate.cluster;

import dev.flamegate.os.CloseableRegistry;
import dev.flamegate.plan.KubernetesSpec;
import dev.flamegate.targets.TargetFailed;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.api.model.StatusDetails;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A cluster that answers, and the namespace in it that is used. Safe for several threads. */
public final class Cluster implements AutoCloseable {
    private static final int CONNECT_WITHIN_MILLIS = 5_000;
    private static final int ANSWER_WITHIN_MILLIS = 20_000;
    private static final int TRIES_AGAIN = 2;
    private static final String DEFAULT_NAMESPACE = "default";

    /** The number of looks for an object that may have been made, and the time between two looks. */
    private static final int LOOKS = 10;

    private static final long LOOK_NANOS = 100_000_000;

    private final KubernetesClient client;
    private final String namespace;
    private final String version;
    private final CloseableRegistry made = new CloseableRegistry();

    private Cluster(KubernetesClient client, String namespace, String version) {
        this.client = client;
        this.namespace = namespace;
        this.version = version;
    }

    /**
     * Finds the cluster that {@code kubectl} would use here, or the one that the gate itself runs in.
     *
     * @throws TargetFailed when the context is unknown, or no cluster answers
     */
    public static Cluster open(KubernetesSpec spec) {
        return open(Config.autoConfigure(spec.context()), spec);
    }

    static Cluster open(Config config, KubernetesSpec spec) {
        checkContext(config, spec.context());
        config.setConnectionTimeout(CONNECT_WITHIN_MILLIS);
        config.setRequestTimeout(ANSWER_WITHIN_MILLIS);
        config.setRequestRetryBackoffLimit(TRIES_AGAIN);
        KubernetesClient client =
                new KubernetesClientBuilder().withConfig(config).build();
        try {
            return of(client, namespace(spec, config));
        } catch (RuntimeException e) {
            client.close();
            throw e;
        }
    }

    static Cluster of(KubernetesClient client, String namespace) {
        try {
            return new Cluster(client, namespace, client.getKubernetesVersion().getGitVersion());
        } catch (KubernetesClientException e) {
            throw Refusal.of("say its version", e, client, namespace);
        }
    }

    private static void checkContext(Config config, @Nullable String context) {
        List<String> known = config.getContexts() == null
                ? List.of()
                : config.getContexts().stream().map(NamedContext::getName).toList();
        if (context != null && !known.contains(context)) {
            throw new TargetFailed("the kubeconfig has no context " + context
                    + (known.isEmpty() ? ": it has none at all" : ", but " + String.join(", ", known))
                    + ".\nCorrect target: kubernetes: context, or set KUBECONFIG to the file that has it.");
        }
    }

    private static String namespace(KubernetesSpec spec, Config config) {
        if (spec.namespace() != null) {
            return spec.namespace();
        }
        String ofContext = config.getNamespace();
        return ofContext == null || ofContext.isBlank() ? DEFAULT_NAMESPACE : ofContext;
    }

    public String namespace() {
        return namespace;
    }

    /** The cluster's version, such as {@code v1.34.1}. */
    public String version() {
        return version;
    }

    /** The address of the cluster's API server. */
    public String address() {
        return String.valueOf(client.getMasterUrl());
    }

    /** The facts about the cluster for a run's context. */
    public Map<String, String> context() {
        Map<String, String> context = new LinkedHashMap<>();
        context.put("kubernetes.version", version);
        context.put("kubernetes.namespace", namespace);
        return context;
    }

    KubernetesClient client() {
        return client;
    }

    /** The objects that were made through this cluster and not yet removed. */
    CloseableRegistry made() {
        return made;
    }

    /**
     * Asks the API server a question.
     *
     * @param what it is to do, as in "does not WHAT"
     * @throws TargetFailed with cause and remedy, when it does not
     */
    <T> T ask(String what, Function<KubernetesClient, T> question) {
        try {
            return question.apply(client);
        } catch (KubernetesClientException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw new TargetFailed("interrupted when the cluster was to " + what + ".", e);
            }
            throw Refusal.of(what, e, client, namespace);
        }
    }

    /** The cluster's events about an object of the namespace; empty without the right to read them. */
    List<Event> events(String name) {
        try {
            return client.v1()
                    .events()
                    .inNamespace(namespace)
                    .withField("involvedObject.name", name)
                    .list()
                    .getItems();
        } catch (KubernetesClientException e) {
            return List.of();
        }
    }

    /**
     * Creates an object. An interrupt takes away the answer, not the request: the cluster may have made it all the
     * same, so it is then removed, if it comes to be there within a second.
     *
     * @param what it is to do, as in "does not WHAT"
     * @param remove removes it, and says whether it was there
     * @throws TargetFailed with cause and remedy, when it is not made
     */
    <T> T make(String what, Function<KubernetesClient, T> creation, BooleanSupplier remove) {
        try {
            return ask(what, creation);
        } catch (TargetFailed e) {
            if (Thread.interrupted()) {
                for (int look = 0; look < LOOKS && !remove.getAsBoolean(); look++) {
                    LockSupport.parkNanos(LOOK_NANOS);
                }
                Thread.currentThread().interrupt();
            }
            throw e;
        }
    }

    /**
     * Removes an object, also in a thread that has been interrupted, whose requests would otherwise not be sent.
     *
     * @return whether it was there and the cluster has taken the request
     */
    boolean remove(Function<KubernetesClient, List<StatusDetails>> deletion) {
        boolean interrupted = Thread.interrupted();
        try {
            return !deletion.apply(client).isEmpty();
        } catch (KubernetesClientException e) {
            return false;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Removes the objects that were made through this cluster and still exist; from any thread and at any moment. */
    @Override
    public void close() {
        try {
            made.close();
        } finally {
            client.close();
        }
    }
}
