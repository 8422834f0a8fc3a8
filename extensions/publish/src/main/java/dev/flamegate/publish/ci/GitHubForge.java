package dev.flamegate.publish.ci;

import dev.flamegate.collect.http.Answer;
import dev.flamegate.collect.http.Form;
import dev.flamegate.collect.http.ServerAddress;
import dev.flamegate.publish.ci.CiEnvironment.Given;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A pull request of GitHub: finds it and its comments, by the REST API of version 2022-11-28. */
final class GitHubForge implements Forge {
    /** GitHub's limit; counted here in UTF-16 units, of which there are never fewer. */
    public static final int LIMIT = 65_536;

    private static final int PER_PAGE = 100;
    private static final int MOST_PAGES = 100;

    private static final String VERSION = "2022-11-28";
    private static final Pattern REF = Pattern.compile("refs/pull/(\\d+)/.*");
    private static final String CHECK = "Does the token have `pull-requests: write`? That of a workflow started by "
            + "a pull request from a fork does not: let a second workflow comment (docs/ci.md).";

    private final ForgeClient client;
    private final String repository;
    private final long number;

    /**
     * Comments of one pull request.
     *
     * @param repository {@code owner/name}
     */
    GitHubForge(ForgeClient client, String repository, long number) {
        this.client = client;
        this.repository = repository;
        this.number = number;
    }

    /** The pull request that a build belongs to, also that of a finished workflow of a fork. */
    static Optional<Forge> find(CiEnvironment environment, Given given, Optional<RequestAddress> address)
            throws InterruptedException {
        String repository = repository(environment, given, address);
        ForgeClient client = environment.client(api(environment, given, address), "GitHub", CHECK);
        Optional<Long> number = address.isPresent()
                ? Optional.of(RequestAddress.number(address.get().number()))
                : number(environment, given, client, repository);
        return number.map(found -> new GitHubForge(client, repository, found));
    }

    private static String repository(CiEnvironment environment, Given given, Optional<RequestAddress> address) {
        String repository = address.map(RequestAddress::repository)
                .orElseGet(() ->
                        given.repository().isEmpty() ? environment.value("GITHUB_REPOSITORY") : given.repository());
        if (repository.isEmpty()) {
            throw new CommentFailed("unknown repository: this build runs in neither GitHub Actions nor GitLab CI; "
                    + "name the pull request with --pull-request ADDRESS");
        }
        if (!repository.matches("(?!\\.{1,2}/)[A-Za-z0-9._-]+/(?!\\.{1,2}$)[A-Za-z0-9._-]+")) {
            throw new CommentFailed(repository.replaceAll("\\p{Cntrl}", " ") + ": a repository is OWNER/NAME");
        }
        return repository;
    }

    private static ServerAddress api(CiEnvironment environment, Given given, Optional<RequestAddress> address) {
        String base = !given.api().isEmpty()
                ? given.api()
                : address.map(found -> api(found.server())).orElseGet(() -> environment.value("GITHUB_API_URL"));
        return CiEnvironment.api(base.isEmpty() ? "https://api.github.com" : base)
                .withBearer(token(environment))
                .withHeader("X-GitHub-Api-Version", VERSION);
    }

    /** The address of the API, which an enterprise's own server has next to its pages. */
    private static String api(String server) {
        return server.equals("https://github.com") ? "https://api.github.com" : server + "/api/v3";
    }

    private static String token(CiEnvironment environment) {
        return environment
                .token("GITHUB_TOKEN")
                .or(() -> environment.token("GH_TOKEN"))
                .orElseThrow(() -> new CommentFailed("no token: set GITHUB_TOKEN in the environment, in a workflow to"
                        + " ${{ github.token }} with `pull-requests: write`"));
    }

    private static Optional<Long> number(CiEnvironment environment, Given given, ForgeClient client, String repository)
            throws InterruptedException {
        if (!given.request().isEmpty()) {
            return Optional.of(RequestAddress.number(given.request()));
        }
        JsonNode event = event(environment);
        for (String place : new String[] {"pull_request", "issue"}) {
            JsonNode node = event.path(place);
            boolean isPull = place.equals("pull_request") || node.has("pull_request");
            if (isPull && node.path("number").isNumber()) {
                return Optional.of(RequestAddress.number(node.path("number").asString()));
            }
        }
        if (event.path("workflow_run").isObject()) {
            return ofWorkflow(event.path("workflow_run"), client, repository);
        }
        Matcher ref = REF.matcher(environment.value("GITHUB_REF"));
        return ref.matches() ? Optional.of(RequestAddress.number(ref.group(1))) : Optional.empty();
    }

    static JsonNode event(CiEnvironment environment) {
        String path = environment.value("GITHUB_EVENT_PATH");
        if (path.isEmpty()) {
            return JsonMapper.shared().createObjectNode();
        }
        try {
            return JsonMapper.shared().readTree(Files.readAllBytes(Path.of(path)));
        } catch (IOException | JacksonException e) {
            throw new CommentFailed(path + " (from GITHUB_EVENT_PATH) cannot be read: " + e, e);
        }
    }

    /**
     * The open pull request whose head a finished workflow ran on. GitHub is asked, since a fork's workflow could
     * leave any number. Empty when the pull request has newer commits by now.
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
                return Optional.of(RequestAddress.number(pull.path("number").asString("")));
            }
        }
        return Optional.empty();
    }

    @Override
    public String name() {
        return "pull request " + number + " of " + repository;
    }

    @Override
    public int limit() {
        return LIMIT;
    }

    @Override
    public Optional<Comment> own(Marker marker) throws InterruptedException {
        Optional<String> login = login();
        for (int page = 1; page <= MOST_PAGES; page++) {
            Answer answer =
                    client.get(comments(), Form.of("per_page", "" + PER_PAGE).and("page", "" + page));
            for (JsonNode comment : answer.orFail().json()) {
                if (comment.path("body").asString("").startsWith(marker.text()) && isOwn(comment.path("user"), login)) {
                    return Optional.of(comment(comment));
                }
            }
            if (answer.header("Link")
                    .filter(link -> link.contains("rel=\"next\""))
                    .isEmpty()) {
                break;
            }
        }
        return Optional.empty();
    }

    /** The token's user; empty for an installation's token, such as a workflow's, which may not ask. */
    private Optional<String> login() throws InterruptedException {
        Answer answer = client.get("/user", Form.EMPTY);
        if (answer.status() == 403 || answer.status() == 404) {
            return Optional.empty();
        }
        return Optional.of(answer.orFail().json().path("login").asString(""));
    }

    /** True if a comment is by the token's own account, or at least by a program: anyone may write the marker. */
    private static boolean isOwn(JsonNode user, Optional<String> login) {
        return login.map(name -> name.equals(user.path("login").asString("")))
                .orElseGet(() -> user.path("type").asString("").equals("Bot"));
    }

    @Override
    public Comment create(String body) throws InterruptedException, AnswerLost {
        return comment(client.create(comments(), json(body)).json());
    }

    @Override
    public Optional<Comment> update(Comment comment, String body) throws InterruptedException {
        Answer answer = client.change("PATCH", "/repos/" + repository + "/issues/comments/" + comment.id(), json(body));
        return answer.status() == 403 || answer.status() == 404
                ? Optional.empty()
                : Optional.of(comment(answer.orFail().json()));
    }

    private String comments() {
        return "/repos/" + repository + "/issues/" + number + "/comments";
    }

    private static Comment comment(JsonNode node) {
        return new Comment(
                Long.toString(node.path("id").asLong(0)),
                node.path("body").asString(""),
                node.path("html_url").asString(""));
    }

    private static String json(String body) {
        return JsonMapper.shared().writeValueAsString(Map.of("body", body));
    }
}
