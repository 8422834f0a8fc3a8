package dev.flamegate.targets.kubernetes;

import dev.flamegate.targets.TargetFailed;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Something that the gate has to be allowed in its namespace; it needs nothing outside of it.
 *
 * @param verb such as {@code create}
 * @param resource in the plural, such as {@code pods}; of the core group
 * @param subresource such as {@code log}; empty for none
 */
public record Right(String verb, String resource, String subresource) {
    /** The file with a Role that grants them. */
    public static final String ROLE = "examples/kubernetes/role.yaml";

    /** What every measurement needs. */
    public static final List<Right> NEEDED = List.of(
            of("create", "pods"),
            of("get", "pods"),
            of("delete", "pods"),
            of("get", "pods/log"),
            of("get", "pods/portforward"),
            of("create", "pods/portforward"),
            of("create", "configmaps"),
            of("list", "configmaps"),
            of("delete", "configmaps"),
            of("list", "events"));

    /** What a target needs besides that is reached through a Service. */
    public static final List<Right> FOR_A_SERVICE = List.of(of("create", "services"), of("delete", "services"));

    private static Right of(String verb, String resource) {
        int slash = resource.indexOf('/');
        return slash < 0
                ? new Right(verb, resource, "")
                : new Right(verb, resource.substring(0, slash), resource.substring(slash + 1));
    }

    /** Resource and subresource, as a Role has them: {@code pods/log}. */
    public String path() {
        return subresource.isEmpty() ? resource : resource + "/" + subresource;
    }

    /**
     * Those that the cluster does not grant, by its own answer.
     *
     * @throws TargetFailed when it does not answer
     */
    static List<Right> missing(Cluster cluster, boolean service) {
        List<Right> missing = new ArrayList<>();
        Stream.concat(NEEDED.stream(), service ? FOR_A_SERVICE.stream() : Stream.of())
                .filter(right -> !right.isGranted(cluster))
                .forEach(missing::add);
        return missing;
    }

    /**
     * Checks that nothing is missing.
     *
     * @throws TargetFailed with what is
     */
    public static void require(Cluster cluster, boolean service) {
        List<Right> missing = missing(cluster, service);
        if (!missing.isEmpty()) {
            throw new TargetFailed("the gate may not "
                    + missing.stream().map(Right::toString).collect(Collectors.joining(", "))
                    + " in the namespace " + cluster.namespace() + ".\nThe Role in " + ROLE
                    + " has everything that it needs: have it applied to that namespace.");
        }
    }

    private boolean isGranted(Cluster cluster) {
        SelfSubjectAccessReview question = new SelfSubjectAccessReviewBuilder()
                .withNewSpec()
                .withNewResourceAttributes()
                .withNamespace(cluster.namespace())
                .withVerb(verb)
                .withGroup("")
                .withResource(resource)
                .withSubresource(subresource.isEmpty() ? null : subresource)
                .endResourceAttributes()
                .endSpec()
                .build();
        SelfSubjectAccessReview answer = cluster.ask(
                "say what is allowed",
                client -> client.authorization().v1().selfSubjectAccessReview().create(question));
        return answer.getStatus() != null
                && Boolean.TRUE.equals(answer.getStatus().getAllowed());
    }

    @Override
    public String toString() {
        return verb + " " + path();
    }
}
