package dev.flamegate.judge;

import dev.flamegate.model.Interval;
import dev.flamegate.model.Warning;
import dev.flamegate.model.finding.Acceptance;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Finding.Reason;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.ValidityProblem;
import dev.flamegate.model.message.Notice;
import dev.flamegate.model.message.ValidityCheck;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.model.rule.Criterion;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Applies the ledger to a judgement. A growth that broke a rule is accepted if an entry that has not expired is about
 * it and covers its estimate; an undecided one, if the entry covers even its upper bound. The finding says why an entry
 * does not apply.
 *
 * <p>An entry that is already in the baseline's own ledger is spent: the growth it accepted is in the baseline, and the
 * same amount on top of it is another growth.
 */
public final class Acceptances {
    private static final Set<Reason> BROKEN =
            Set.of(Reason.SIGNIFICANT_BEYOND_LIMIT, Reason.SIGNIFICANT_BELOW_LIMIT, Reason.POINT_BEYOND_LIMIT);
    private static final Set<Reason> UNDECIDED =
            Set.of(Reason.BEYOND_LIMIT_NOT_SIGNIFICANT, Reason.NOT_CONFIRMED, Reason.NOT_SHOWN_BELOW_LIMIT);

    private final List<Acceptance> ledger;
    private final Map<BaselineRef, List<Acceptance>> ofBaselines;
    private final LocalDate today;

    /**
     * The ledger as it applies on a day.
     *
     * @param ofBaselines the entries in the ledger of each baseline; none where it has no ledger or is not known
     */
    public Acceptances(List<Acceptance> ledger, Map<BaselineRef, List<Acceptance>> ofBaselines, LocalDate today) {
        this.ledger = List.copyOf(ledger);
        this.ofBaselines = Map.copyOf(ofBaselines);
        this.today = today;
    }

    /** The judgement with the accepted growths marked as such. */
    public Judgement in(Judgement judgement) {
        if (ledger.isEmpty()) {
            return judgement;
        }
        List<Finding> findings =
                judgement.findings().stream().map(this::accepted).toList();
        List<ValidityProblem> validity = new ArrayList<>(judgement.validity());
        expired().ifPresent(validity::add);
        return new Judgement(Judge.verdict(findings, validity), findings, validity, judgement.baselines());
    }

    private Finding accepted(Finding finding) {
        if (!(finding.criterion() instanceof Criterion.Growth criterion)
                || !(BROKEN.contains(finding.reason()) || UNDECIDED.contains(finding.reason()))
                || finding.outcome() == Outcome.PASS) {
            return finding;
        }
        List<Warning> warnings = new ArrayList<>(finding.warnings());
        for (Acceptance entry : ledger) {
            if (entry.isAbout(finding)) {
                Optional<Warning> why = whyNot(entry, finding, criterion);
                if (why.isEmpty()) {
                    return finding.decided(
                            Outcome.ACCEPTED, Reason.ACCEPTED_IN_LEDGER, words(entry), finding.warnings());
                }
                warnings.add(why.get());
            }
        }
        return finding.decided(finding.outcome(), finding.reason(), finding.because(), warnings);
    }

    /** The reason why an entry does not cover a finding that it is about; empty if it does. */
    private Optional<Warning> whyNot(Acceptance entry, Finding finding, Criterion.Growth criterion) {
        if (entry.isExpired(today)) {
            return warning(Notice.ACCEPTANCE_EXPIRED, entry, "has expired and no longer applies");
        } else if (!entry.covers(criterion.baseline())) {
            return warning(
                    Notice.ACCEPTANCE_OTHER_BASELINE,
                    entry,
                    "does not accept growths against " + criterion.baseline().text() + ", so this one counts");
        } else if (isSpent(entry, criterion)) {
            return warning(
                    Notice.ACCEPTANCE_SPENT, entry, "is already in the baseline: this growth comes on top of it");
        } else if (!isWithin(entry, finding, criterion)) {
            return warning(Notice.ACCEPTANCE_EXCEEDED, entry, "does not cover as much as this");
        }
        return Optional.empty();
    }

    private boolean isSpent(Acceptance entry, Criterion.Growth criterion) {
        return entry.against() == null
                && ofBaselines.getOrDefault(criterion.baseline(), List.of()).stream()
                        .anyMatch(entry::isSameAs);
    }

    private static boolean isWithin(Acceptance entry, Finding finding, Criterion.Growth criterion) {
        Double growth = finding.growth();
        Double baseline = finding.baseline();
        if (growth == null || baseline == null) {
            return false;
        }
        boolean drop = criterion.change() == Criterion.Change.DROP;
        double bad = drop ? -growth : growth;
        if (UNDECIDED.contains(finding.reason())) {
            Interval interval = finding.interval();
            if (interval == null) {
                return false;
            }
            bad = drop ? -interval.low() : interval.high();
        }
        return (entry.relative() ? bad : bad * Math.abs(baseline))
                <= entry.upTo().base();
    }

    /** A problem that lists the expired entries: without it, a forgotten exception would stay for ever. */
    private Optional<ValidityProblem> expired() {
        List<Acceptance> over =
                ledger.stream().filter(entry -> entry.isExpired(today)).toList();
        if (over.isEmpty()) {
            return Optional.empty();
        }
        List<String> said = over.stream().map(Acceptances::words).toList();
        return Optional.of(new ValidityProblem(
                ValidityCheck.LEDGER,
                List.of(),
                false,
                (over.size() == 1 ? "an acceptance has" : over.size() + " acceptances have")
                        + " expired and no longer applies: " + String.join("; ", said),
                "Remove it from the ledger, or accept the growth again with `flamegate accept`"));
    }

    private static Optional<Warning> warning(Notice kind, Acceptance entry, String what) {
        return Optional.of(new Warning(kind, "the acceptance of " + words(entry) + " " + what));
    }

    /** An entry in a few words, its amount as written. */
    private static String words(Acceptance entry) {
        String part = String.join(
                " ",
                entry.selector().parts().entrySet().stream()
                        .map(one -> one.getKey().key() + " " + one.getValue())
                        .toList());
        return entry.rule() + (part.isEmpty() ? "" : " of " + part) + " up to " + amount(entry) + " until "
                + entry.expires() + " by " + entry.author() + " (" + entry.reason() + ")";
    }

    private static String amount(Acceptance entry) {
        double value = entry.upTo().value();
        String number = value == Math.rint(value) && Math.abs(value) < 1e9
                ? String.valueOf((long) value)
                : String.valueOf(value);
        String unit = entry.upTo().unit().symbol();
        return unit.equals("%") || unit.isEmpty() ? number + unit : number + " " + unit;
    }
}
