package dev.flamegate.ci;

import dev.flamegate.ci.CiEnvironment.Given;
import dev.flamegate.collect.http.Form;
import dev.flamegate.collect.http.ServerAddress;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Finds the pull request of GitHub, also that of a finished workflow of a fork. */
final class GitHubPlace {
    private static final String VERSION = "2022-11-28";
    private static final Pattern REF = Pattern.compile("refs/pull/(\\d+)/.*");
    private static final String CHECK = "Does the token have `pull-requests: write`? That of a workflow started by a"
            + " pull request from a fork has not: a second workflow comments then (docs/ci.md).";

    private final CiEnvironment environment;

    GitHubPlace(CiEnvironment environment) {
        this.environment = environment;
    }

    Optional<ReviewThread> thread(Given given, Optional<RequestAddress> address) throws InterruptedException {
        String repository = repository(given, address);
        ForgeClient client = environment.client(api(given, address), "GitHub", CHECK);
        Optional<Long> number = address.isPresent()
                ? Optional.of(CiEnvironment.number(address.get().number()))
                : number(given, client, repository);
        return number.map(found -> new ReviewThread(
                "pull request " + found + " of " + repository, new GitHubForge(client, repository, found)));
    }

    private String repository(Given given, Optional<RequestAddress> address) {
        String repository = address.map(RequestAddress::repository)
                .orElseGet(() ->
                        given.repository().isEmpty() ? environment.value("GITHUB_REPOSITORY") : given.repository());
        if (repository.isEmpty()) {
            throw new CommentFailed("no repository: neither GitHub Actions nor GitLab CI runs this build; name the pull"
                    + " request with --pull-request ADDRESS");
        }
        if (!repository.matches("(?!\\.{1,2}/)[A-Za-z0-9._-]+/(?!\\.{1,2}$)[A-Za-z0-9._-]+")) {
            throw new CommentFailed(repository.replaceAll("\\p{Cntrl}", " ") + ": a repository is OWNER/NAME");
        }
        return repository;
    }

    private ServerAddress api(Given given, Optional<RequestAddress> address) {
        String base = !given.api().isEmpty()
                ? given.api()
                : address.map(found -> api(found.server())).orElseGet(() -> environment.value("GITHUB_API_URL"));
        return address(base.isEmpty() ? "https://api.github.com" : base)
                .withBearer(token())
                .withHeader("X-GitHub-Api-Version", VERSION);
    }

    /** An enterprise's own server has its API beside its pages. */
    private static String api(String server) {
        return server.equals("https://github.com") ? "https://api.github.com" : server + "/api/v3";
    }

    static ServerAddress address(String base) {
        try {
            return ServerAddress.of(URI.create(base));
        } catch (IllegalArgumentException e) {
            throw new CommentFailed(e.getMessage() + " (--api)", e);
        }
    }

    private String token() {
        return environment
                .token("GITHUB_TOKEN")
                .or(() -> environment.token("GH_TOKEN"))
                .orElseThrow(() -> new CommentFailed("no token: set GITHUB_TOKEN in the environment, in a workflow to"
                        + " ${{ github.token }} with `pull-requests: write`"));
    }

    private Optional<Long> number(Given given, ForgeClient client, String repository) throws InterruptedException {
        if (!given.request().isEmpty()) {
            return Optional.of(CiEnvironment.number(given.request()));
        }
        JsonNode event = event();
        for (String place : new String[] {"pull_request", "issue"}) {
            JsonNode node = event.path(place);
            boolean isPull = place.equals("pull_request") || node.has("pull_request");
            if (isPull && node.path("number").isNumber()) {
                return Optional.of(CiEnvironment.number(node.path("number").asString()));
            }
        }
        if (event.path("workflow_run").isObject()) {
            return ofWorkflow(event.path("workflow_run"), client, repository);
        }
        Matcher ref = REF.matcher(environment.value("GITHUB_REF"));
        return ref.matches() ? Optional.of(CiEnvironment.number(ref.group(1))) : Optional.empty();
    }

    private JsonNode event() {
        String path = environment.value("GITHUB_EVENT_PATH");
        if (path.isEmpty()) {
            return JsonMapper.shared().createObjectNode();
        }
        try {
            return JsonMapper.shared().readTree(Files.readAllBytes(Path.of(path)));
        } catch (IOException | JacksonException e) {
            throw new CommentFailed(path + " cannot be read, the file that GITHUB_EVENT_PATH names: " + e, e);
        }
    }

    /**
     * The open pull request whose head a finished workflow ran on. Asked of GitHub, not of what the workflow left: a
     * fork's workflow could name any number. None when it has newer commits by now.
     */
    private static Optional<Long> ofWorkflow(JsonNode run, ForgeClient client, String repository)
            throws InterruptedException {
        String owner = run.path("head_repository").path("owner").path("login").asString("");
        String head = owner + ":" + run.path("head_branch").asString("");
        Form query = Form.of("state", "open")
                .and("head", head)
                .and("sort", "created")
                .and("direction", "desc")
                .and("per_page", "100");
        for (JsonNode pull :
                client.get("/repos/" + repository + "/pulls", query).orFail().json()) {
            String sha = pull.path("head").path("sha").asString("");
            if (!sha.isEmpty() && sha.equals(run.path("head_sha").asString(""))) {
                return Optional.of(CiEnvironment.number(pull.path("number").asString("")));
            }
        }
        return Optional.empty();
    }
}
