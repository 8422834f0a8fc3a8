package dev.flamegate.cluster;

import dev.flamegate.targets.TargetFailed;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A permission that the gate needs in its namespace; it needs none outside of it.
 *
 * @param verb such as {@code create}
 * @param group of the resource; empty for the core group
 * @param resource in the plural, such as {@code pods}
 * @param subresource such as {@code log}; empty for none
 */
public record Right(String verb, String group, String resource, String subresource) {
    /** The file with a Role that grants them. */
    public static final String ROLE = "examples/kubernetes/role.yaml";

    /** The rights that every measurement needs. */
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

    /** The further rights for a target that is reached through a Service. */
    public static final List<Right> FOR_A_SERVICE = List.of(of("create", "services"), of("delete", "services"));

    /** The further rights for injectors in the cluster, beyond those for a Service. */
    public static final List<Right> FOR_INJECTORS =
            List.of(of("create", "batch", "jobs"), of("delete", "batch", "jobs"), of("list", "pods"));

    private static Right of(String verb, String resource) {
        return of(verb, "", resource);
    }

    private static Right of(String verb, String group, String resource) {
        int slash = resource.indexOf('/');
        return slash < 0
                ? new Right(verb, group, resource, "")
                : new Right(verb, group, resource.substring(0, slash), resource.substring(slash + 1));
    }

    /** Resource and subresource, as a Role has them: {@code pods/log}. */
    public String path() {
        return subresource.isEmpty() ? resource : resource + "/" + subresource;
    }

    /**
     * The needed rights that the cluster does not grant, by its own answer.
     *
     * @throws TargetFailed when it does not answer
     */
    static List<Right> missing(Cluster cluster, boolean service, boolean injectors) {
        List<Right> missing = new ArrayList<>();
        Stream.of(
                        NEEDED,
                        service || injectors ? FOR_A_SERVICE : List.<Right>of(),
                        injectors ? FOR_INJECTORS : List.<Right>of())
                .flatMap(List::stream)
                .filter(right -> !right.isGranted(cluster))
                .forEach(missing::add);
        return missing;
    }

    /**
     * Checks that no right is missing.
     *
     * @param service whether targets are reached through a Service
     * @param injectors whether the load comes from pods
     * @throws TargetFailed with what is
     */
    public static void require(Cluster cluster, boolean service, boolean injectors) {
        List<Right> missing = missing(cluster, service, injectors);
        if (!missing.isEmpty()) {
            throw new TargetFailed(
                    "the gate may not "
                            + missing.stream().map(Right::toString).collect(Collectors.joining(", "))
                            + " in the namespace " + cluster.namespace() + ".\nThe Role in " + ROLE
                            + " has everything that it needs: have it applied to that namespace, if there is one of that name.");
        }
    }

    private boolean isGranted(Cluster cluster) {
        SelfSubjectAccessReview question = new SelfSubjectAccessReviewBuilder()
                .withNewSpec()
                .withNewResourceAttributes()
                .withNamespace(cluster.namespace())
                .withVerb(verb)
                .withGroup(group)
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
