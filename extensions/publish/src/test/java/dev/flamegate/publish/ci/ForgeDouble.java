package dev.flamegate.publish.ci;

import com.sun.net.httpserver.HttpExchange;
import dev.flamegate.collect.http.HttpDouble;
import dev.flamegate.collect.http.HttpDouble.Asked;
import dev.flamegate.collect.http.HttpDouble.Reply;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A forge that keeps comments as the documented APIs of GitHub and GitLab do: pages with their headers, its own account,
 * limits of length, refusals; and faults before it answers.
 */
final class ForgeDouble implements Reply {
    static final String TOKEN = "secret-token-of-the-test";

    private static final Pattern GITHUB_COMMENT = Pattern.compile("/repos/acme/shop/issues/comments/(\\d+)");
    private static final Pattern GITLAB_NOTE = Pattern.compile("/projects/acme%2Fshop/merge_requests/7/notes/(\\d+)");

    /** One comment. */
    public static final class Kept {
        final long id;
        final String author;
        final String type;
        String body;

        Kept(long id, String author, String type, String body) {
            this.id = id;
            this.author = author;
            this.type = type;
            this.body = body;
        }
    }

    /** A fault instead of an answer. */
    public interface Fault {
        /** Whether the request was done all the same. */
        boolean isAfterwards();

        void answer(HttpExchange exchange) throws IOException;
    }

    final List<Kept> comments = new ArrayList<>();
    final Deque<Fault> faults = new ArrayDeque<>();

    /** Whose token it is; {@code null} for one that may not ask. */
    @Nullable
    String login = "performance-bot";

    boolean readOnly;
    private final boolean gitLab;

    public ForgeDouble(boolean gitLab) {
        this.gitLab = gitLab;
    }

    public void add(String author, String type, String body) {
        comments.add(new Kept(1000 + comments.size(), author, type, body));
    }

    /** Answers the next request with a status, without doing it. */
    public void refuse(int status, Map<String, String> headers, String body) {
        faults.add(fault(status, headers, body, false));
    }

    /** Answers the next request with a status, having done it. */
    public void loseAnswer(int status) {
        faults.add(fault(status, Map.of(), "<html>bad gateway</html>", true));
    }

    private static Fault fault(int status, Map<String, String> headers, String body, boolean afterwards) {
        return new Fault() {
            @Override
            public boolean isAfterwards() {
                return afterwards;
            }

            @Override
            public void answer(HttpExchange exchange) throws IOException {
                HttpDouble.says(status, headers, body).to(exchange, asked(exchange));
            }
        };
    }

    private static Asked asked(HttpExchange exchange) {
        return new Asked(exchange.getRequestMethod(), exchange.getRequestURI(), exchange.getRequestHeaders(), "");
    }

    @Override
    public void to(HttpExchange exchange, Asked asked) throws IOException {
        Fault fault = asked.uri().getRawPath().equals("/user") ? null : faults.poll();
        if (fault != null && !fault.isAfterwards()) {
            fault.answer(exchange);
            return;
        }
        Reply reply = isAllowed(asked)
                ? answer(asked)
                : HttpDouble.says(401, "application/json", "{\"message\":\"Bad credentials\"}");
        if (fault == null) {
            reply.to(exchange, asked);
        } else {
            fault.answer(exchange);
        }
    }

    private boolean isAllowed(Asked asked) {
        String header = gitLab
                ? asked.headers().getFirst("PRIVATE-TOKEN")
                : asked.headers().getFirst("Authorization");
        return header != null && header.equals(gitLab ? TOKEN : "Bearer " + TOKEN);
    }

    private Reply answer(Asked asked) {
        String path = asked.uri().getRawPath();
        if (path.equals("/user")) {
            return login == null
                    ? HttpDouble.says(
                            403, "application/json", "{\"message\":\"Resource not accessible by integration\"}")
                    : HttpDouble.json("{\"login\":\"" + login + "\",\"id\":" + id(login) + "}");
        }
        String list = gitLab ? "/projects/acme%2Fshop/merge_requests/7/notes" : "/repos/acme/shop/issues/7/comments";
        if (path.equals(list)) {
            return asked.method().equals("POST") ? create(asked) : page(asked);
        }
        Matcher one = (gitLab ? GITLAB_NOTE : GITHUB_COMMENT).matcher(path);
        String change = gitLab ? "PUT" : "PATCH";
        return one.matches() && asked.method().equals(change)
                ? change(Long.parseLong(one.group(1)), asked)
                : HttpDouble.says(404, "application/json", "{\"message\":\"Not Found\"}");
    }

    private Reply create(Asked asked) {
        String body = body(asked);
        if (readOnly) {
            return HttpDouble.says(403, "application/json", "{\"message\":\"Resource not accessible by integration\"}");
        }
        if (body.length() > (gitLab ? 1_000_000 : 65_536)) {
            return HttpDouble.says(422, "application/json", "{\"message\":\"Body is too long\"}");
        }
        add(login == null ? "github-actions[bot]" : login, login == null ? "Bot" : "User", body);
        return HttpDouble.says(
                201, "application/json", json(comments.get(comments.size() - 1)).toString());
    }

    private Reply change(long id, Asked asked) {
        for (Kept kept : comments) {
            if (kept.id == id) {
                boolean own = login == null ? kept.type.equals("Bot") : kept.author.equals(login);
                if (!own) {
                    return HttpDouble.says(403, "application/json", "{\"message\":\"Must have admin rights\"}");
                }
                kept.body = body(asked);
                return HttpDouble.json(json(kept).toString());
            }
        }
        return HttpDouble.says(404, "application/json", "{\"message\":\"Not Found\"}");
    }

    /** At most 100 a page; says in headers whether there are more. */
    private Reply page(Asked asked) {
        int size = Math.min(100, Integer.parseInt(asked.fields().getOrDefault("per_page", "30")));
        int page = Integer.parseInt(asked.fields().getOrDefault("page", "1"));
        int from = Math.min(comments.size(), (page - 1) * size);
        int to = Math.min(comments.size(), page * size);
        ArrayNode all = JsonMapper.shared().createArrayNode();
        comments.subList(from, to).forEach(kept -> all.add(json(kept)));
        boolean more = to < comments.size();
        Map<String, String> headers = gitLab
                ? Map.of("X-Next-Page", more ? "" + (page + 1) : "")
                : more
                        ? Map.of("Link", "<https://elsewhere.example/x?page=" + (page + 1) + ">; rel=\"next\"")
                        : Map.of();
        return HttpDouble.says(200, headers, all.toString());
    }

    private ObjectNode json(Kept kept) {
        ObjectNode node = JsonMapper.shared().createObjectNode();
        node.put("id", kept.id);
        node.put("body", kept.body);
        if (gitLab) {
            node.putObject("author").put("id", id(kept.author)).put("username", kept.author);
            node.put("system", false);
        } else {
            node.putObject("user").put("login", kept.author).put("type", kept.type);
            node.put("html_url", "https://github.example/acme/shop/pull/7#issuecomment-" + kept.id);
        }
        return node;
    }

    private static long id(String author) {
        return Math.abs((long) author.hashCode());
    }

    private static String body(Asked asked) {
        return JsonMapper.shared().readTree(asked.body()).path("body").asString();
    }
}
