package dev.flamegate.collect.http;

import dev.flamegate.collect.CollectionFailed;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * What messages about one request need.
 *
 * @param name the server's, as people know it, at the start of a sentence
 * @param server it
 * @param path that was asked
 * @param check what people should check when nothing more is known
 */
record Exchange(String name, ServerAddress server, String path, String check, ApiLimits limits) {
    /** The full address without its query, which may be long. */
    URI address() {
        return server.at(path);
    }

    CollectionFailed failure(String what, String said, String advice, @Nullable Throwable cause) {
        String clean = server.redacted(said);
        String quoted = clean.isEmpty() ? "" : ": " + clean;
        String end = clean.matches("(?s).*[.!?]") ? " " : ". ";
        return new CollectionFailed(
                name + " at " + address() + " " + what + quoted + end + (advice.isEmpty() ? "" : advice + " ") + check,
                cause);
    }
}
