package dev.flamegate.publish.notify;

import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.publish.ci.CommentLinks;
import dev.flamegate.report.json.CulpritJson;
import dev.flamegate.report.json.Result;
import java.util.List;
import java.util.Optional;

/**
 * The content of a message.
 *
 * @param key distinguishes several plans of one service; may be empty
 * @param links to the report and the flame diff
 * @param owners of the culprit; empty where they are not known
 */
record Notification(Result result, String key, CommentLinks links, List<String> owners, StateChange change) {
    /** Addresses that are longer are left out, as messages have limits. */
    private static final int LONGEST_ADDRESS = 1000;

    /** The findings that decide the verdict, worst first: broken rules, for a service that is good its warnings. */
    List<Result.Finding> broken() {
        boolean failed = result.head().verdict() == Verdict.FAIL;
        return result.judged().worstFirst().stream()
                .filter(finding -> finding.verdict() == Outcome.FAIL || (!failed && finding.verdict() == Outcome.WARN))
                .toList();
    }

    /** {@code comparison} or {@code run}. */
    String kind() {
        return result.head().comparison() == null ? "run" : "comparison";
    }

    /** Address of the full report. */
    Optional<String> report() {
        return links.report().map(uri -> uri.toASCIIString()).filter(Notification::isShort);
    }

    /** Address of the flame diff, at the culprit where that fits. */
    Optional<String> flame() {
        Optional<dev.flamegate.model.finding.Culprit> culprit =
                result.judged().worstCulprit().map(CulpritJson::model);
        return links.flameAt(culprit, LONGEST_ADDRESS)
                .filter(Notification::isShort)
                .or(() -> links.flameAt(culprit, 0))
                .filter(Notification::isShort);
    }

    private static boolean isShort(String address) {
        return address.length() <= LONGEST_ADDRESS;
    }
}
