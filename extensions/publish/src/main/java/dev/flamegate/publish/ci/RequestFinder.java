package dev.flamegate.publish.ci;

import dev.flamegate.publish.ci.CiEnvironment.Given;
import java.util.Optional;

/**
 * Finds the pull or merge request that a build belongs to: from options, from what GitHub Actions and GitLab CI set, or
 * from the address that Jenkins' branch sources set ({@code CHANGE_URL}).
 */
final class RequestFinder {
    private RequestFinder() {}

    /**
     * The pull or merge request.
     *
     * @return empty when the build belongs to none
     * @throws CommentFailed when something about it is missing or wrong
     * @throws dev.flamegate.collect.CollectionFailed when the forge has to be asked and does not answer
     */
    public static Optional<Forge> find(CiEnvironment environment, Given given) throws InterruptedException {
        Optional<RequestAddress> address = address(environment, given);
        boolean gitLab = address.map(RequestAddress::gitLab).orElseGet(() -> isGitLab(environment, given));
        return gitLab ? GitLabForge.find(environment, given, address) : GitHubForge.find(environment, given, address);
    }

    private static Optional<RequestAddress> address(CiEnvironment environment, Given given) {
        String address = given.request().contains("://") ? given.request() : "";
        if (given.request().isEmpty() && !environment.isSet("GITHUB_ACTIONS") && !environment.isSet("GITLAB_CI")) {
            address = environment.value("CHANGE_URL");
        }
        return address.isEmpty() ? Optional.empty() : Optional.of(RequestAddress.of(address));
    }

    private static boolean isGitLab(CiEnvironment environment, Given given) {
        return given.api().isEmpty()
                ? environment.isSet("CI_API_V4_URL") && !environment.isSet("GITHUB_ACTIONS")
                : given.api().contains("/api/v4");
    }
}
