package dev.flamegate.collect.http;

import dev.flamegate.collect.CollectionFailed;
import org.jspecify.annotations.Nullable;

/**
 * One request, as messages about it need it.
 *
 * @param name of the server as people know it, to start a sentence
 * @param server its address
 * @param path of the request
 * @param check what to check when nothing more is known
 */
record Exchange(String name, ServerAddress server, String path, String check, ApiLimits limits) {
    CollectionFailed failure(String what, String said, String advice, @Nullable Throwable cause) {
        String clean = server.redacted(said);
        String quoted = clean.isEmpty() ? "" : ": " + clean;
        String end = clean.matches("(?s).*[.!?]") ? " " : ". ";
        return new CollectionFailed(
                name + server.place(path) + " " + what + quoted + end + (advice.isEmpty() ? "" : advice + " ") + check,
                cause);
    }
}
