package dev.flamegate.init.simulation;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.flamegate.format.Names;
import dev.flamegate.init.simulation.Payload.Empty;
import dev.flamegate.init.simulation.Payload.Text;
import dev.flamegate.init.simulation.Payload.Withheld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads the requests of an HTTP archive, as browsers and proxies export it, entry by entry: answers, cookies and headers
 * are skipped unread. The service is the host with the most requests that are no static files.
 */
final class HarFile {
    /** Maximum size in bytes: what a browser records of some thousand pages. */
    static final long LARGEST = 64L << 20;

    private static final int DEEPEST = 100;
    private static final int LONGEST_BODY = 8 << 10;
    private static final int MOST_HOSTS = 1_000;
    private static final Set<String> STATIC_RESOURCES = Set.of("stylesheet", "script", "image", "font", "media");
    private static final ObjectReader READER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEEPEST)
                            .build())
                    .build())
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build()
            .readerFor(Entry.class);

    private HarFile() {}

    /** What is read of an entry; everything may be missing. */
    record Entry(
            @Nullable Request request,
            @Nullable Response response,
            @JsonProperty("_resourceType") @Nullable String resourceType) {}

    /** Method and address. */
    record Request(
            @Nullable String method,
            @Nullable String url,
            @Nullable PostData postData) {}

    /** What was sent; browsers leave out {@code text} for files. */
    record PostData(@Nullable String mimeType, @Nullable String text) {}

    /** Status, and what came back. */
    record Response(int status, @Nullable Content content) {}

    /** The type of what came back. */
    record Content(@Nullable String mimeType) {}

    /** The requests of a file. */
    static Traffic read(Path file) throws IOException, UnusableTraffic {
        if (Files.size(file) > LARGEST) {
            throw new UnusableTraffic("the HAR file is larger than 64 MiB: export a shorter recording");
        }
        Map<String, Long> hosts = new HashMap<>();
        each(file, entry -> {
            String host = host(entry);
            if (!host.isEmpty() && !isStatic(entry) && (hosts.size() < MOST_HOSTS || hosts.containsKey(host))) {
                hosts.merge(host, 1L, Long::sum);
            }
        });
        String service = hosts.entrySet().stream()
                .max(Map.Entry.<String, Long>comparingByValue()
                        .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
                .map(Map.Entry::getKey)
                .orElseThrow(() -> new UnusableTraffic(
                        "the HAR file has no request over HTTP besides static files; record some while you use the"
                                + " service"));
        ObservedRequests requests = new ObservedRequests();
        each(file, entry -> add(entry, service, requests));
        List<String> notes = new ArrayList<>();
        notes.add("The service is " + RequestTarget.shown(service) + ", the host with the most requests");
        return requests.traffic("a HAR file", notes);
    }

    private static void add(Entry entry, String service, ObservedRequests requests) {
        Request request = entry.request();
        Response response = entry.response();
        String host = host(entry);
        if (request == null || request.url() == null || response == null || host.isEmpty()) {
            requests.leaveOutUnseen("not over HTTP, or without an answer");
        } else if (!host.equals(service)) {
            requests.leaveOutUnseen("to other hosts");
        } else if (isStatic(entry)) {
            requests.leaveOutUnseen("static files");
        } else {
            String method = request.method() == null ? "" : request.method().toUpperCase(Locale.ROOT);
            requests.add(method, request.url(), response.status(), payload(request.postData()));
        }
    }

    private static Payload payload(@Nullable PostData data) {
        if (data == null) {
            return new Empty();
        }
        String type = data.mimeType() == null ? "" : data.mimeType().strip();
        String text = data.text() == null ? "" : data.text();
        if (text.isEmpty() && type.isEmpty()) {
            return new Empty();
        }
        if (text.length() > LONGEST_BODY) {
            return new Withheld("its body is longer than 8 KiB: give it one");
        }
        return Bodies.isSafe(type, text) ? new Text(type, text) : new Withheld(Bodies.UNSAFE);
    }

    /** Host and port in small letters; empty if the address is not one of HTTP. */
    private static String host(Entry entry) {
        String url = entry.request() == null || entry.request().url() == null
                ? ""
                : entry.request().url();
        int scheme = url.indexOf("://");
        if (scheme < 0 || !url.substring(0, scheme).toLowerCase(Locale.ROOT).matches("https?")) {
            return "";
        }
        int end = scheme + 3;
        while (end < url.length() && "/?#".indexOf(url.charAt(end)) < 0) {
            end++;
        }
        String authority = url.substring(scheme + 3, end);
        return authority.substring(authority.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT);
    }

    private static boolean isStatic(Entry entry) {
        if (entry.resourceType() != null && STATIC_RESOURCES.contains(entry.resourceType())) {
            return true;
        }
        Content content = entry.response() == null ? null : entry.response().content();
        String type = content == null || content.mimeType() == null
                ? ""
                : content.mimeType().toLowerCase(Locale.ROOT);
        return type.matches("(?:image|font|audio|video)/.*|text/css.*|.*/(?:x-)?(?:java|ecma)script.*"
                + "|application/(?:font|x-font|vnd\\.ms-fontobject|wasm|manifest).*");
    }

    /** Hands out every entry of {@code log.entries}. */
    private static void each(Path file, Consumer<Entry> to) throws UnusableTraffic {
        try (JsonParser in = READER.createParser(file.toFile())) {
            enter(in, "log");
            enter(in, "entries");
            if (in.currentToken() != JsonToken.START_ARRAY) {
                throw new UnusableTraffic("log.entries of the HAR file is not a list");
            }
            while (in.nextToken() == JsonToken.START_OBJECT) {
                to.accept(READER.readValue(in));
            }
            if (in.currentToken() != JsonToken.END_ARRAY) {
                throw new UnusableTraffic("log.entries of the HAR file has something other than objects");
            }
        } catch (JacksonException e) {
            throw new UnusableTraffic("the HAR file cannot be read: " + Json.reason(e));
        }
    }

    /** Goes to the value of a field of the object that is next. */
    private static void enter(JsonParser in, String field) throws UnusableTraffic {
        if (in.currentToken() == null) {
            in.nextToken();
        }
        if (in.currentToken() == JsonToken.START_OBJECT) {
            while (in.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean found = field.equals(in.currentName());
                in.nextToken();
                if (found) {
                    return;
                }
                in.skipChildren();
            }
        }
        throw new UnusableTraffic("the HAR file has no " + Names.visible(field));
    }
}
