package dev.flamegate.ci;

import dev.flamegate.ci.CiEnvironment.Given;
import dev.flamegate.collect.http.ServerAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the merge request of GitLab. */
final class GitLabPlace {
    private static final Pattern OPEN = Pattern.compile("[^!,]+!(\\d+)");
    private static final String CHECK = "Does the token have the scope `api` and its account the right to comment? A"
            + " job's own token (CI_JOB_TOKEN) may not write notes on most servers: set GITLAB_TOKEN (docs/ci.md).";

    private final CiEnvironment environment;

    GitLabPlace(CiEnvironment environment) {
        this.environment = environment;
    }

    Optional<ReviewThread> thread(Given given, Optional<RequestAddress> address) {
        String project = project(given, address);
        Optional<String> number = address.map(RequestAddress::number).or(() -> number(given));
        if (number.isEmpty()) {
            return Optional.empty();
        }
        long checked = CiEnvironment.number(number.get());
        String page = address.map(RequestAddress::page).orElseGet(() -> page(checked));
        ForgeClient client = environment.client(api(given, address), "GitLab", CHECK);
        return Optional.of(new ReviewThread(
                "merge request " + checked + " of project " + project,
                new GitLabForge(client, URLEncoder.encode(project, StandardCharsets.UTF_8), checked, page)));
    }

    /** A merge request from a fork runs in the fork's project, and belongs to another. */
    private String project(Given given, Optional<RequestAddress> address) {
        String project = address.map(RequestAddress::repository)
                .orElseGet(() -> given.repository().isEmpty()
                        ? environment.isSet("CI_MERGE_REQUEST_PROJECT_ID")
                                ? environment.value("CI_MERGE_REQUEST_PROJECT_ID")
                                : environment.value("CI_PROJECT_ID")
                        : given.repository());
        if (!project.matches("\\d+|[\\w.-]+(/[\\w.-]+)+")) {
            throw new CommentFailed("`" + project.replaceAll("\\p{Cntrl}", " ")
                    + "`: a project of GitLab is its number or its path (CI_PROJECT_ID, --repository)");
        }
        return project;
    }

    private Optional<String> number(Given given) {
        if (!given.request().isEmpty()) {
            return Optional.of(given.request());
        }
        if (environment.isSet("CI_MERGE_REQUEST_IID")) {
            return Optional.of(environment.value("CI_MERGE_REQUEST_IID"));
        }
        // A branch's pipeline knows the merge requests that are open for it.
        Matcher open = OPEN.matcher(environment.value("CI_OPEN_MERGE_REQUESTS"));
        return open.matches() ? Optional.of(open.group(1)) : Optional.empty();
    }

    private String page(long number) {
        String project = environment.isSet("CI_MERGE_REQUEST_PROJECT_URL")
                ? environment.value("CI_MERGE_REQUEST_PROJECT_URL")
                : environment.value("CI_PROJECT_URL");
        return project.isEmpty() ? "" : project + "/-/merge_requests/" + number;
    }

    private ServerAddress api(Given given, Optional<RequestAddress> address) {
        String base = !given.api().isEmpty()
                ? given.api()
                : address.map(found -> found.server() + "/api/v4").orElseGet(() -> environment.value("CI_API_V4_URL"));
        ServerAddress api = GitHubPlace.address(base.isEmpty() ? "https://gitlab.com/api/v4" : base);
        return environment
                .token("GITLAB_TOKEN")
                .map(token -> api.withHeader("PRIVATE-TOKEN", token))
                .or(() -> environment.token("CI_JOB_TOKEN").map(token -> api.withHeader("JOB-TOKEN", token)))
                .orElseThrow(() -> new CommentFailed("no token: set GITLAB_TOKEN in the environment, a project's access"
                        + " token with the scope `api`"));
    }
}
