package dev.flamegate.plan;

import org.jspecify.annotations.Nullable;

/**
 * Where stored runs are.
 *
 * @param folder as written, relative to the plan's folder
 * @param remote where they are shared; {@code null} when they are not
 */
public record HistorySpec(String folder, @Nullable RemoteSpec remote) {
    /** The folder of a plan that names none. */
    public static final String DEFAULT_FOLDER = ".flamegate/history";
}
