package dev.flamegate.runtime;

import dev.flamegate.model.Warning;
import dev.flamegate.model.message.Notice;
import java.util.List;
import java.util.Optional;

/**
 * The origin of a measurement's plan, rules and ledger: the files checked out, or those of a revision.
 *
 * @param revision they were read from, or else compared with, such as {@code git:main (0123456789)}; empty for neither
 * @param read whether they were read from it
 * @param differing names of those that are not the same here as there
 */
public record Policy(String revision, boolean read, List<String> differing) {
    /** The files checked out, compared with nothing. */
    public static final Policy CHECKED_OUT = new Policy("", false, List.of());

    public Policy {
        differing = List.copyOf(differing);
    }

    /** One sentence without its full stop, for records and reports; empty where there is nothing to say. */
    public Optional<String> text() {
        String files = String.join(", ", differing);
        if (read) {
            return Optional.of(
                    differing.isEmpty()
                            ? "judged by the plan and rules of " + revision
                            : "judged by the plan and rules of " + revision + ", not by " + files + " as checked out");
        }
        return differing.isEmpty()
                ? Optional.empty()
                : Optional.of("judged by its own " + files + ", which " + (differing.size() == 1 ? "is" : "are")
                        + " not the same in " + revision);
    }

    /** A warning to show before the verdict is trusted; empty when the files are the same. */
    public Optional<Warning> warning() {
        return differing.isEmpty() ? Optional.empty() : text().map(text -> new Warning(Notice.POLICY, text));
    }
}
