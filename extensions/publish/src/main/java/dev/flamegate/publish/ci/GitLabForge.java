package dev.flamegate.publish.ci;

import dev.flamegate.collect.http.Answer;
import dev.flamegate.collect.http.Form;
import dev.flamegate.collect.http.ServerAddress;
import dev.flamegate.publish.ci.CiEnvironment.Given;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A merge request of GitLab: finds it and its notes, by version 4 of its API. */
final class GitLabForge implements Forge {
    static final int LIMIT = 1_000_000;

    private static final int PER_PAGE = 100;
    private static final int MOST_PAGES = 100;

    private static final Pattern OPEN = Pattern.compile("[^!,]+!(\\d+)");
    private static final String CHECK = "Does the token have the scope `api` and may its account comment? A job's "
            + "own token (CI_JOB_TOKEN) cannot write notes on most servers: set GITLAB_TOKEN (docs/ci.md).";

    private final ForgeClient client;
    private final String name;
    private final String notes;
    private final String page;

    /**
     * Notes of one merge request.
     *
     * @param project its number or its path
     * @param page address of the merge request's page; empty when it is not known
     */
    GitLabForge(ForgeClient client, String project, long number, String page) {
        this.client = client;
        this.name = "merge request " + number + " of project " + project;
        this.notes = "/projects/" + URLEncoder.encode(project, StandardCharsets.UTF_8) + "/merge_requests/" + number
                + "/notes";
        this.page = page;
    }

    /** The merge request that a build belongs to. */
    static Optional<Forge> find(CiEnvironment environment, Given given, Optional<RequestAddress> address) {
        String project = project(environment, given, address);
        Optional<String> number = address.map(RequestAddress::number).or(() -> number(environment, given));
        if (number.isEmpty()) {
            return Optional.empty();
        }
        long checked = RequestAddress.number(number.get());
        String page = address.map(RequestAddress::page).orElseGet(() -> page(environment, checked));
        ForgeClient client = environment.client(api(environment, given, address), "GitLab", CHECK);
        return Optional.of(new GitLabForge(client, project, checked, page));
    }

    /** The project of the merge request: one from a fork runs in the fork's project, and belongs to another. */
    private static String project(CiEnvironment environment, Given given, Optional<RequestAddress> address) {
        String project = address.map(RequestAddress::repository)
                .orElseGet(() -> given.repository().isEmpty()
                        ? environment.isSet("CI_MERGE_REQUEST_PROJECT_ID")
                                ? environment.value("CI_MERGE_REQUEST_PROJECT_ID")
                                : environment.value("CI_PROJECT_ID")
                        : given.repository());
        if (!project.matches("\\d+|[\\w.-]++(?:/[\\w.-]++)++")) {
            throw new CommentFailed("`" + project.replaceAll("\\p{Cntrl}", " ")
                    + "`: a GitLab project is given by its number or path (CI_PROJECT_ID, --repository)");
        }
        return project;
    }

    private static Optional<String> number(CiEnvironment environment, Given given) {
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

    private static String page(CiEnvironment environment, long number) {
        String project = environment.isSet("CI_MERGE_REQUEST_PROJECT_URL")
                ? environment.value("CI_MERGE_REQUEST_PROJECT_URL")
                : environment.value("CI_PROJECT_URL");
        return project.isEmpty() ? "" : project + "/-/merge_requests/" + number;
    }

    private static ServerAddress api(CiEnvironment environment, Given given, Optional<RequestAddress> address) {
        String base = !given.api().isEmpty()
                ? given.api()
                : address.map(found -> found.server() + "/api/v4").orElseGet(() -> environment.value("CI_API_V4_URL"));
        ServerAddress api = CiEnvironment.api(base.isEmpty() ? "https://gitlab.com/api/v4" : base);
        return environment
                .token("GITLAB_TOKEN")
                .map(token -> api.withHeader("PRIVATE-TOKEN", token))
                .or(() -> environment.token("CI_JOB_TOKEN").map(token -> api.withHeader("JOB-TOKEN", token)))
                .orElseThrow(() -> new CommentFailed("no token: set GITLAB_TOKEN in the environment to a project "
                        + "access token with the scope `api`"));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int limit() {
        return LIMIT;
    }

    @Override
    public Optional<Comment> own(Marker marker) throws InterruptedException {
        OptionalLong account = account();
        String next = "1";
        for (int read = 0; read < MOST_PAGES && next.matches("\\d{1,9}"); read++) {
            Form query = Form.of("per_page", "" + PER_PAGE)
                    .and("page", next)
                    .and("sort", "asc")
                    .and("order_by", "created_at");
            Answer answer = client.get(notes, query);
            for (JsonNode note : answer.orFail().json()) {
                boolean own = account.isEmpty()
                        || account.getAsLong() == note.path("author").path("id").asLong(0);
                if (own && note.path("body").asString("").startsWith(marker.text())) {
                    return Optional.of(comment(note));
                }
            }
            next = answer.header("X-Next-Page").orElse("");
        }
        return Optional.empty();
    }

    /** The token's user; empty for a token that may not ask. */
    private OptionalLong account() throws InterruptedException {
        Answer answer = client.get("/user", Form.EMPTY);
        return answer.isOk() ? OptionalLong.of(answer.json().path("id").asLong(0)) : OptionalLong.empty();
    }

    @Override
    public Comment create(String body) throws InterruptedException, AnswerLost {
        return comment(client.create(notes, json(body)).json());
    }

    @Override
    public Optional<Comment> update(Comment comment, String body) throws InterruptedException {
        Answer answer = client.change("PUT", notes + "/" + comment.id(), json(body));
        return answer.status() == 403 || answer.status() == 404
                ? Optional.empty()
                : Optional.of(comment(answer.orFail().json()));
    }

    private Comment comment(JsonNode node) {
        String id = Long.toString(node.path("id").asLong(0));
        return new Comment(id, node.path("body").asString(""), page.isEmpty() ? "" : page + "#note_" + id);
    }

    private static String json(String body) {
        return JsonMapper.shared().writeValueAsString(Map.of("body", body));
    }
}
