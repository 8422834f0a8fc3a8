package dev.flamegate.cluster;

import dev.flamegate.targets.TargetFailed;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.ConnectException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says in the gate's words why a cluster did not do something, and what to do about it. */
final class Refusal {
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int INVALID = 422;

    /** The API server's wording of a refusal, with every authorizer. */
    private static final Pattern CANNOT = Pattern.compile("User \"([^\"]*)\" cannot (\\w+) resource \"([^\"]+)\"");

    private static final String EXCEEDED = "exceeded quota";

    private Refusal() {}

    /** True if a quota has no room for the object now. */
    static boolean isQuota(KubernetesClientException failure) {
        return failure.getCode() == FORBIDDEN
                && said(failure).toLowerCase(Locale.ROOT).contains(EXCEEDED);
    }

    /**
     * The failure to tell.
     *
     * @param what the API server was to do, as in "does not WHAT"
     */
    static TargetFailed of(String what, KubernetesClientException failure, KubernetesClient client, String namespace) {
        String server = "the Kubernetes cluster at " + client.getMasterUrl();
        String said = said(failure);
        if (failure.getCode() <= 0) {
            return new TargetFailed(
                    "no Kubernetes cluster answers at " + client.getMasterUrl() + ": " + cause(failure)
                            + "\nThe gate asks the one that kubectl would: check that `kubectl get pods` works here,"
                            + " KUBECONFIG, and target: kubernetes: context.",
                    failure);
        }
        return new TargetFailed(
                switch (failure.getCode()) {
                    case UNAUTHORIZED ->
                        server + " does not know who asks: " + said
                                + "\nLog in again, so that `kubectl get pods` works, or correct the credentials of the"
                                + " kubeconfig.";
                    case FORBIDDEN -> forbidden(what, said, namespace);
                    case NOT_FOUND ->
                        said.contains("namespaces \"" + namespace + "\" not found")
                                ? "the Kubernetes cluster has no namespace " + namespace
                                        + ".\nCreate it, or correct target: kubernetes: namespace."
                                : server + " does not " + what + ": " + said;
                    case INVALID ->
                        server + " does not accept the pod: " + said
                                + "\nCorrect what it names in the plan, or in the file of target: kubernetes: manifest.";
                    default -> server + " does not " + what + " (status " + failure.getCode() + "): " + said;
                },
                failure);
    }

    private static String forbidden(String what, String said, String namespace) {
        String lower = said.toLowerCase(Locale.ROOT);
        if (lower.contains(EXCEEDED) || lower.contains("failed quota")) {
            return "the quota of the namespace " + namespace + " does not let the target start: " + said
                    + "\nLower target: limits, wait until others have ended, or have the quota raised. A comparison needs"
                    + " twice the limits of one target.";
        }
        if (lower.contains("violates podsecurity")) {
            return "the namespace " + namespace + " does not accept the pod: " + said
                    + "\nSet target: kubernetes: manifest to a Pod with the securityContext that it asks for.";
        }
        Optional<Matcher> cannot = Optional.of(CANNOT.matcher(said)).filter(Matcher::find);
        if (cannot.isPresent()) {
            Matcher words = cannot.get();
            return words.group(1) + " may not " + words.group(2) + " " + words.group(3) + " in the namespace "
                    + namespace + ", which the gate needs in order to " + what + ".\nThe Role in " + Right.ROLE
                    + " has everything that it needs: have it applied to that namespace, if there is one of that name.";
        }
        return "the namespace " + namespace + " does not " + what + ": " + said
                + "\nA rule of the cluster refuses it, which its administrators can explain.";
    }

    /** The server's own words, without the client's around them. */
    private static String said(KubernetesClientException failure) {
        Status status = failure.getStatus();
        String said = status == null ? null : status.getMessage();
        return said == null || said.isBlank() ? String.valueOf(failure.getMessage()) : said;
    }

    /** The last cause that has words says it best: which name, which certificate. A refused connection has none. */
    private static String cause(Throwable failure) {
        String words = "";
        Throwable last = failure;
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            last = cause;
            String message = cause.getMessage();
            if (message != null && !message.isBlank()) {
                words = message;
            } else if (words.isEmpty() && cause instanceof ConnectException) {
                words = "nothing accepts connections there";
            }
        }
        return words.isEmpty() ? last.getClass().getSimpleName() : words;
    }
}
