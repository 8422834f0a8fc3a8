import dev.flamegate.model.Arm;
import dev.flamegate.model.rule.BaselineRef.OtherArm;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.plan.RulesReader;
import dev.flamegate.plan.yaml.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * The criteria of a rule set that decide a comparison: growths against the other arm that break the build.
 *
 * @param name for people
 * @param rules those of the set that pairs without profiles can be judged by
 * @param criteria in the order of the rules
 */
record Gates(String name, List<Rule> rules, List<Gate> criteria) {
    /**
     * One criterion.
     *
     * @param limit natural logarithm of the ratio
     * @param floor growths below it are ignored, in base units; 0 for none
     */
    record Gate(Indicator indicator, Selector selector, double limit, double floor) {}

    /** Those of a rule file. */
    static Gates of(String name, Path file) throws IOException {
        return of(name, RulesReader.read(List.of(new Source(name, Files.readString(file)))).rules());
    }

    /** One criterion without a floor. */
    static Gates of(Indicator indicator, double limit) {
        String text = "version: 1\nrules: [{id: one, indicator: " + indicator.name() + ", applies: compare, must: \"< "
                + limit * 100 + "% growth vs baseline\"}]\n";
        return of(indicator.name(), RulesReader.read(List.of(new Source("one", text))).rules());
    }

    private static Gates of(String name, List<Rule> all) {
        List<Rule> rules = all.stream()
                .filter(rule -> rule.applies() != Rule.Applies.RUN && !rule.indicator().isProfile())
                .toList();
        List<Gate> criteria = new ArrayList<>();
        for (Rule rule : rules) {
            for (Criterion criterion : rule.must()) {
                if (criterion instanceof Criterion.Growth growth && growth.baseline() instanceof OtherArm) {
                    if (!growth.relative() || growth.change() != Criterion.Change.GROWTH) {
                        throw new IllegalArgumentException(growth.text() + ": only relative growths are replayed");
                    }
                    criteria.add(new Gate(
                            rule.indicator(),
                            rule.selector(),
                            Math.log1p(growth.limit().base()),
                            growth.ignoring() == null ? 0 : growth.ignoring().base()));
                }
            }
        }
        return new Gates(name, rules, criteria);
    }

    /**
     * The same with one criterion for each request that a pattern selects, as the product judges them, and without those that
     * the service has no values for.
     */
    Gates each(Recorded recorded) {
        List<Gate> each = new ArrayList<>();
        for (Gate gate : criteria) {
            if (gate.selector().request() == null) {
                if (recorded.measured(gate.indicator(), gate.selector(), Arm.BASELINE).isPresent()) {
                    each.add(gate);
                }
            } else {
                recorded.often(gate.indicator(), gate.selector())
                        .forEach(one -> each.add(new Gate(gate.indicator(), one, gate.limit(), gate.floor())));
            }
        }
        return new Gates(name, rules, each);
    }

    /** The number of the first criterion on an indicator. */
    OptionalInt first(String indicator) {
        return IntStream.range(0, criteria.size())
                .filter(i -> criteria.get(i).indicator().name().equals(indicator))
                .findFirst();
    }

    /** What decides, in words. */
    String text() {
        List<String> texts = new ArrayList<>();
        for (Gate gate : criteria) {
            texts.add(gate.indicator().name() + (gate.selector().request() == null ? "" : " of " + gate.selector().request()) + " " + Simulate.percent(Math.expm1(gate.limit())));
        }
        return String.join(", ", texts);
    }
}
