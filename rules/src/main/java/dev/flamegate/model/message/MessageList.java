package dev.flamegate.model.message;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All messages, in the order in which people read about them. */
public final class MessageList {
    private static final List<Part> PARTS = List.of(
            new Part(
                    "Unsound and doubtful measurements",
                    "What makes a measurement unsound ends it as INVALID, with exit code 3, and stands at the top of a"
                            + " report. Doubts leave the verdict as it is and stand below the findings. `doctor` makes some of these checks beforehand.",
                    List.of(ValidityCheck.values())),
            new Part("Warnings about runs and findings", "They never change a verdict.", List.of(Notice.values())),
            new Part(
                    "Warnings about profiles",
                    "They never change a verdict: costs are counted, and profiles only say where they arise.",
                    List.of(ProfileNotice.values())),
            new Part("Warnings about scraped metrics", "They never change a verdict.", List.of(MetricsNotice.values())),
            new Part(
                    "What the JVM's events show",
                    "Diagnoses of a comparison in which the candidate looks worse, from events that the virtual machines of both"
                            + " arms recorded. They never change a verdict.",
                    List.of(JvmCause.values())),
            new Part(
                    "What the doctor checks",
                    "What is wrong when `doctor` marks the check with ✗ or !. The id of an image's check goes on with the name of the"
                            + " image, such as `image-jre`.",
                    List.of(DoctorCheck.values())),
            new Part(
                    "Commands that end without a result",
                    "With exit code 2, 3, 70 or 130; `--json` has the id as `id`, next to `error`.",
                    List.of(FailureKind.values())));

    private MessageList() {}

    /**
     * Messages of one kind.
     *
     * @param about what they have in common, in Markdown without links
     */
    public record Part(String title, String about, List<Message> messages) {
        public Part {
            messages = List.copyOf(messages);
        }
    }

    /** All parts; each message is in one of them. */
    public static List<Part> parts() {
        return PARTS;
    }

    public static List<String> ids() {
        List<String> ids = new ArrayList<>();
        PARTS.forEach(part -> part.messages().forEach(message -> ids.add(message.id())));
        return ids;
    }

    /**
     * The message with an id. An id that goes on with the name of one of several, such as {@code image-jre}, is its
     * message's.
     */
    public static Optional<Message> find(String id) {
        String family = id.startsWith(DoctorCheck.IMAGE.id() + "-")
                ? DoctorCheck.IMAGE.id()
                : id.startsWith(MetricsNotice.INDICATOR.id() + "/") ? MetricsNotice.INDICATOR.id() : id;
        return PARTS.stream()
                .flatMap(part -> part.messages().stream())
                .filter(message -> message.id().equals(family))
                .findFirst();
    }
}
