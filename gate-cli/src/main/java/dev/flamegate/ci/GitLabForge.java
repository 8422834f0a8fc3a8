package dev.flamegate.ci;

import dev.flamegate.collect.http.Answer;
import dev.flamegate.collect.http.Form;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Notes of a merge request of GitLab, by version 4 of its API. */
final class GitLabForge implements Forge {
    /** What GitLab takes. */
    static final int LIMIT = 1_000_000;

    private static final int PER_PAGE = 100;
    private static final int MOST_PAGES = 100;

    private final ForgeClient client;
    private final String notes;
    private final String page;

    /**
     * Notes of one merge request.
     *
     * @param project its number, or its path with everything but letters and digits percent-encoded
     * @param page address of the merge request's page; empty when it is not known
     */
    GitLabForge(ForgeClient client, String project, long number, String page) {
        this.client = client;
        this.notes = "/projects/" + project + "/merge_requests/" + number + "/notes";
        this.page = page;
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

    /** Whose token it is; empty for one that may not ask. */
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
