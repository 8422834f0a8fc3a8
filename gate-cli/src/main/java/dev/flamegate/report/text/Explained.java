package dev.flamegate.report.text;

import dev.flamegate.model.Warning;
import dev.flamegate.model.finding.ValidityProblem;
import dev.flamegate.model.message.Message;
import dev.flamegate.model.message.MessageList;
import dev.flamegate.report.GateReport;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The line below messages that names where they are explained. */
public final class Explained {
    private static final String PAGE = "docs/messages.md";

    private Explained() {}

    /** The line about unsound or doubtful results of a report, and about its warnings. */
    public static Optional<String> of(GateReport report) {
        return line(Stream.concat(
                        report.judgement().validity().stream().map(ValidityProblem::check),
                        report.warnings().stream().map(Warning::id))
                .toList());
    }

    /**
     * The line; it shows only ids of the list, whatever ids are given.
     *
     * @param ids of messages; those that are not in the list are left out
     * @return empty when nothing is left
     */
    public static Optional<String> line(Collection<String> ids) {
        List<String> known = ids.stream()
                .flatMap(id -> MessageList.find(id).stream())
                .map(Message::id)
                .distinct()
                .toList();
        return known.isEmpty()
                ? Optional.empty()
                : Optional.of("More: flamegate explain " + String.join(" ", known) + ", or " + PAGE
                        + (known.size() == 1 ? "#" + known.get(0) : ""));
    }
}
