package dev.flamegate.model.finding;

import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.model.rule.NamePatterns;
import dev.flamegate.model.rule.Quantity;
import dev.flamegate.model.rule.Selector;
import java.time.LocalDate;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A growth that is known and accepted: an entry of the ledger.
 *
 * @param rule id of the rule whose growth is accepted
 * @param selector the part of the service it covers, with {@code *} for any characters; all parts if empty
 * @param upTo the largest growth accepted, in the bad direction of the rule's indicator, above 0
 * @param relative whether {@code upTo} is a part of the baseline's value
 * @param against the baseline it applies to; {@code null} for every baseline that moves with the builds, unlike pins
 *     and runs named by id
 * @param reason why, in a few words
 * @param author who accepted it
 * @param accepted the day it was accepted
 * @param expires the last day on which it applies, not before {@code accepted}
 */
public record Acceptance(
        String rule,
        Selector selector,
        Quantity upTo,
        boolean relative,
        @Nullable BaselineRef against,
        String reason,
        String author,
        LocalDate accepted,
        LocalDate expires) {
    public Acceptance {
        Objects.requireNonNull(selector, "selector");
        if (!(upTo.value() > 0)) {
            throw new IllegalArgumentException(upTo.value() + ": an accepted growth must be above 0");
        }
        if (rule.isBlank() || reason.isBlank() || author.isBlank()) {
            throw new IllegalArgumentException(rule + ": an acceptance needs a rule, a reason and an author");
        }
        if (expires.isBefore(accepted)) {
            throw new IllegalArgumentException(expires + ": an acceptance must not expire before " + accepted);
        }
    }

    /** True if the acceptance no longer applies on a given day. */
    public boolean isExpired(LocalDate today) {
        return today.isAfter(expires);
    }

    /** True if the acceptance applies to a finding's rule and part of the service, whatever the baseline. */
    public boolean isAbout(Finding finding) {
        return finding.rule().id().equals(rule)
                && matches(selector.request(), finding.selector().request())
                && (selector.frame() == null
                        || (finding.selector().frame() != null
                                && NamePatterns.frameMatches(
                                        selector.frame(), finding.selector().frame())))
                && matches(selector.pool(), finding.selector().pool());
    }

    /** True if the acceptance covers growths against this baseline; fixed baselines only if it names them. */
    public boolean covers(BaselineRef baseline) {
        boolean anchor = baseline instanceof BaselineRef.Pinned || baseline instanceof BaselineRef.RunWithId;
        return against == null ? !anchor : against.equals(baseline);
    }

    /** True if two entries are the same one at two revisions; its expiry and reason may have been corrected since. */
    public boolean isSameAs(Acceptance other) {
        return rule.equals(other.rule)
                && selector.equals(other.selector)
                && upTo.equals(other.upTo)
                && Objects.equals(against, other.against)
                && accepted.equals(other.accepted);
    }

    private static boolean matches(@Nullable String pattern, @Nullable String name) {
        return pattern == null || (name != null && NamePatterns.matches(pattern, name));
    }
}
