package dev.flamegate.runtime;

import dev.flamegate.model.Warning;
import dev.flamegate.model.message.Notice;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The origin of a measurement's plan, rules, ledger and manifest: the files checked out, or those of a revision.
 *
 * @param revision they were read from, or else compared with, such as {@code git:main (0123456789)}; empty for neither
 * @param read whether they were read from it
 * @param differing names of those that are not the same here as there
 * @param programs names of scripts of hooks, load and programs next to the target that are not the same here as there;
 *     they run as they are checked out
 */
public record Policy(String revision, boolean read, List<String> differing, List<String> programs) {
    /** The files checked out, compared with nothing. */
    public static final Policy CHECKED_OUT = new Policy("", false, List.of(), List.of());

    public Policy {
        differing = List.copyOf(differing);
        programs = List.copyOf(programs);
    }

    /** One sentence without its full stop, for records and reports; empty where there is nothing to say. */
    public Optional<String> text() {
        if (read) {
            String text = "judged by the plan and rules of " + revision;
            String instead = differing.isEmpty() ? "" : ", not by " + String.join(", ", differing) + " as checked out";
            String run = programs.isEmpty()
                    ? ""
                    : ", but with " + String.join(", ", programs) + " as checked out, which " + are(programs.size())
                            + " not the same there";
            return Optional.of(text + instead + run);
        }
        List<String> own =
                Stream.of(differing, programs).flatMap(List::stream).distinct().toList();
        return own.isEmpty()
                ? Optional.empty()
                : Optional.of("judged by its own " + String.join(", ", own) + ", which " + are(own.size())
                        + " not the same in " + revision);
    }

    private static String are(int count) {
        return count == 1 ? "is" : "are";
    }

    /** A warning to show before the verdict is trusted; empty when the files are the same. */
    public Optional<Warning> warning() {
        return differing.isEmpty() && programs.isEmpty()
                ? Optional.empty()
                : text().map(text -> new Warning(Notice.POLICY, text));
    }
}
