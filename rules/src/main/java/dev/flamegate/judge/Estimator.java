package dev.flamegate.judge;

import dev.flamegate.judge.evidence.Evidence;
import dev.flamegate.model.finding.Measurement;
import dev.flamegate.model.finding.Measurement.Measured;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.IndicatorSource;
import dev.flamegate.model.rule.Level;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.profile.ProfiledRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Brings every criterion of a rule together with its measurement, and estimates the growth it is about. */
abstract class Estimator {
    private final ProfiledRun candidate;

    Estimator(ProfiledRun candidate) {
        this.candidate = candidate;
    }

    /**
     * The candidacies of some rules, in their order; one for each criterion and each part that the rule's pattern
     * selects.
     */
    List<Candidacy> candidacies(List<Rule> rules) {
        List<Candidacy> measured =
                rules.stream().flatMap(rule -> measured(rule).stream()).toList();
        prepare(measured);
        return measured.stream().map(this::estimated).toList();
    }

    /** Looks at all measured values before the first growth is estimated. */
    void prepare(List<Candidacy> measured) {}

    private List<Candidacy> measured(Rule rule) {
        List<Criterion> must = rule.must().stream().filter(this::covers).toList();
        List<Criterion> should = rule.should().stream().filter(this::covers).toList();
        if (must.isEmpty() && should.isEmpty()) {
            return List.of();
        }
        List<Candidacy> all = new ArrayList<>();
        for (Measurement measurement : Evidence.of(candidate, rule.indicator(), rule.selector())) {
            must.forEach(criterion -> all.add(new Candidacy(rule, criterion, Level.MUST, measurement)));
            should.forEach(criterion -> all.add(new Candidacy(rule, criterion, Level.SHOULD, measurement)));
        }
        return all;
    }

    private Candidacy estimated(Candidacy candidacy) {
        if (!(candidacy.measurement() instanceof Measured measured)) {
            return candidacy;
        }
        return candidacy.criterion() instanceof Criterion.Growth growth
                ? estimate(candidacy, growth, measured)
                : candidacy.measuring(withBaseline((Criterion.Absolute) candidacy.criterion(), measured));
    }

    /** The value for an absolute limit, with any remark on the baseline's value. */
    Measured withBaseline(Criterion.Absolute criterion, Measured measured) {
        return measured;
    }

    /** True if this estimator can judge a criterion. */
    abstract boolean covers(Criterion criterion);

    /** The candidacy with its growth, or with the reason why the growth is unknown. */
    abstract Candidacy estimate(Candidacy candidacy, Criterion.Growth criterion, Measured measured);

    final ProfiledRun candidate() {
        return candidate;
    }

    /** A run's value for one part of the service; empty if the run has no such value. */
    static Optional<Measured> measured(ProfiledRun run, Indicator indicator, Selector selector) {
        return run.run().trials().isEmpty() && !(indicator.source() instanceof IndicatorSource.Counted)
                ? Optional.empty()
                : Evidence.of(run, indicator, selector).stream()
                        .filter(Measured.class::isInstance)
                        .map(Measured.class::cast)
                        .findFirst();
    }
}
