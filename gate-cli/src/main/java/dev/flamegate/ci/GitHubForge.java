package dev.flamegate.ci;

import dev.flamegate.collect.http.Answer;
import dev.flamegate.collect.http.Form;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Comments of a pull request of GitHub, by the REST API of version 2022-11-28. */
final class GitHubForge implements Forge {
    /** What GitHub takes; counted here in UTF-16, which is never less. */
    static final int LIMIT = 65_536;

    private static final int PER_PAGE = 100;
    private static final int MOST_PAGES = 100;

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

    /** Who the token is for; empty for an installation's, such as a workflow's, which may not ask. */
    private Optional<String> login() throws InterruptedException {
        Answer answer = client.get("/user", Form.EMPTY);
        if (answer.status() == 403 || answer.status() == 404) {
            return Optional.empty();
        }
        return Optional.of(answer.orFail().json().path("login").asString(""));
    }

    /** Anybody may write the marker; ours are by the token's own account, or at least by a program. */
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
