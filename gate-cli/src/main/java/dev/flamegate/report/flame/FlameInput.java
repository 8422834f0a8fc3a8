package dev.flamegate.report.flame;

import dev.flamegate.model.ProfileEvent;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The input of the viewer: one profile, or two compared, for one or more events.
 *
 * @param title what was profiled: the service, or the file
 * @param baseline what the baseline is called, such as {@code main 076f3ff}; empty when there is one profile alone
 * @param candidate what the candidate, or the only profile, is called
 * @param events one or more, each event once; the first is shown first
 * @param culprit the frame that explains the growth, where there is one
 * @param sources source file by canonical method name, as far as known
 * @param links shown at the top of the page
 */
public record FlameInput(
        String title,
        Optional<String> baseline,
        String candidate,
        List<FlameEvent> events,
        Optional<MarkedFrame> culprit,
        Map<String, String> sources,
        List<Link> links) {

    /**
     * A link out of the page.
     *
     * @param href relative, or absolute with {@code http} or {@code https}
     */
    public record Link(String text, String href) {
        public Link {
            if (!href.matches("(?i)https?://.*") && href.matches("(?s)[^/?#]*:.*")) {
                throw new IllegalArgumentException(href + ": a link is relative, or to http or https");
            }
        }
    }

    /**
     * The frame that explains a growth.
     *
     * @param event in whose profile it was found
     * @param frame its canonical name
     * @param path canonical names from the outermost frame to it; empty for wherever it costs most
     * @param text what is said about it, such as {@code +6.9 ms per request, 97 % of the growth}
     */
    public record MarkedFrame(ProfileEvent event, String frame, List<String> path, String text) {
        public MarkedFrame {
            path = List.copyOf(path);
            if (!path.isEmpty() && !path.get(path.size() - 1).equals(frame)) {
                throw new IllegalArgumentException(path.get(path.size() - 1) + ": a culprit's path ends in its frame");
            }
        }
    }

    public FlameInput {
        events = List.copyOf(events);
        sources = Map.copyOf(sources);
        links = List.copyOf(links);
        if (events.isEmpty()) {
            throw new IllegalArgumentException("no events: the viewer needs at least one");
        }
        Set<Object> seen = new HashSet<>();
        for (FlameEvent event : events) {
            if (!seen.add(event.event())) {
                throw new IllegalArgumentException(event.event().key() + ": an event occurs only once");
            }
            if (event.baseline().isPresent() && baseline.isEmpty()) {
                throw new IllegalArgumentException(
                        event.event().key() + ": has a baseline, but the baseline has no name");
            }
        }
    }

    boolean isComparison() {
        return baseline.isPresent();
    }
}
