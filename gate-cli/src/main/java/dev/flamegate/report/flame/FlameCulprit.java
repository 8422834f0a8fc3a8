package dev.flamegate.report.flame;

import dev.flamegate.model.ProfileEvent;
import java.util.List;

/**
 * The frame that explains a growth.
 *
 * @param event in whose profile it was found
 * @param frame its canonical name
 * @param path canonical names from the outermost frame to it; empty for wherever it costs most
 * @param text what is said of it, such as {@code +6.9 ms per request, 97 % of the growth}
 */
public record FlameCulprit(ProfileEvent event, String frame, List<String> path, String text) {
    public FlameCulprit {
        path = List.copyOf(path);
        if (!path.isEmpty() && !path.get(path.size() - 1).equals(frame)) {
            throw new IllegalArgumentException(path.get(path.size() - 1) + ": a culprit's path ends in its frame");
        }
    }
}
