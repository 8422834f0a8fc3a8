package dev.flamegate.report.explain;

import dev.flamegate.model.Unit;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.model.rule.Quantity;
import java.util.List;
import java.util.stream.Collectors;

/** How many pairs each preset of {@code compare} looks at, and how often it errs. */
final class PresetsText {
    private PresetsText() {}

    static String of() {
        return "Comparisons end as soon as every growth vs baseline is decided. The presets look after these "
                + "numbers of pairs and err at most this often, over all looks; in simulations less than half as "
                + "often (docs/compare.md):\n"
                + List.of(Looks.DEFAULT, Looks.FAST, Looks.NIGHTLY).stream()
                        .map(PresetsText::line)
                        .collect(Collectors.joining("\n"));
    }

    private static String line(Looks looks) {
        String option = looks.equals(Looks.DEFAULT) ? "" : " (--" + looks.name() + ")";
        return "  " + looks.name() + option + ": "
                + looks.pairs().stream().map(String::valueOf).collect(Collectors.joining(", ")) + " pairs; "
                + percent(looks.failError()) + " of unchanged builds FAIL, over all gating criteria together; "
                + percent(looks.passError())
                + " of growths that are just at a limit PASS it";
    }

    private static String percent(double ratio) {
        return CriterionText.quantity(new Quantity(ratio / Unit.PERCENT.toBase(), Unit.PERCENT));
    }
}
