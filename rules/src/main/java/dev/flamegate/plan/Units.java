package dev.flamegate.plan;

import dev.flamegate.model.Dimension;
import dev.flamegate.model.Indicator;
import dev.flamegate.model.Unit;
import dev.flamegate.plan.CriterionDraft.Amount;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which units a criterion may be written in. */
final class Units {
    /** The unit of a plain ratio, whose limits need none. */
    static final String RATIO_NAME = "ratio";

    private Units() {}

    /** The unit of a limit on the indicator itself. */
    static Unit absolute(Amount amount, Indicator indicator) throws CriterionProblem {
        return find(amount, indicator, allowed(indicator, Unit.PERCENT.symbol()));
    }

    /**
     * The unit of a difference of two values of the indicator: the same, but percentages differ by points.
     *
     * @param orRelative whether a percentage would be right here, too, and belongs into the message
     */
    static Unit difference(Amount amount, Indicator indicator, boolean orRelative) throws CriterionProblem {
        List<String> allowed = allowed(indicator, Unit.POINTS.symbol());
        if (orRelative) {
            allowed.add(0, Unit.PERCENT.symbol());
        }
        return find(amount, indicator, allowed);
    }

    private static List<String> allowed(Indicator indicator, String ofRatios) {
        Unit own = indicator.unit();
        List<String> allowed = new ArrayList<>();
        switch (own.dimension()) {
            case TIME, SIZE -> {
                allowed.add(own.symbol());
                Amounts.units(own.dimension()).stream()
                        .filter(symbol -> !symbol.equals(own.symbol()))
                        .forEach(allowed::add);
            }
            case RATIO -> {
                allowed.add(ofRatios);
                if (own.symbol().isEmpty()) {
                    allowed.add("");
                }
            }
            case COUNT, RATE -> allowed.add(own.symbol());
        }
        return allowed;
    }

    private static Unit find(Amount amount, Indicator indicator, List<String> allowed) throws CriterionProblem {
        String symbol = amount.unit();
        if (allowed.contains(symbol)) {
            return Unit.fixed(symbol).orElse(indicator.unit());
        }
        throw new CriterionProblem(amount.unitAt(), message(symbol, indicator, allowed), meant(symbol, allowed));
    }

    private static String message(String symbol, Indicator indicator, List<String> allowed) {
        List<String> named =
                allowed.stream().map(unit -> unit.isEmpty() ? "no unit" : unit).toList();
        String fits = "; " + indicator.name() + " takes " + String.join(", ", named) + " here";
        if (symbol.isEmpty()) {
            return "the unit is missing" + fits;
        }
        if (symbol.equals(Unit.POINTS.symbol())) {
            return "`points` are the difference of two percentages" + fits;
        }
        return "`" + Words.brief(symbol) + "` does not fit" + fits;
    }

    private static @Nullable String meant(String symbol, List<String> allowed) {
        List<String> named = allowed.stream().filter(unit -> !unit.isEmpty()).toList();
        if (named.size() == 1 || symbol.isEmpty()) {
            return named.get(0);
        }
        boolean percentForPoints = symbol.equals(Unit.PERCENT.symbol()) && named.contains(Unit.POINTS.symbol());
        return percentForPoints ? Unit.POINTS.symbol() : Amounts.near(symbol, named);
    }

    /** The unit a user's own indicator is in, or empty when there is none so called. */
    static Optional<Unit> named(String name) {
        if (name.equals(RATIO_NAME)) {
            return Optional.of(Unit.RATIO);
        }
        Optional<Unit> fixed = Unit.fixed(name);
        if (fixed.isPresent()) {
            return fixed.filter(unit -> !unit.equals(Unit.POINTS));
        }
        if (name.matches("[A-Za-z][A-Za-z_-]*/s")) {
            return Optional.of(new Unit(name, Dimension.RATE, 1));
        }
        boolean countable = name.matches("[A-Za-z][A-Za-z_-]*") && !RESERVED.contains(name);
        return countable ? Optional.of(Unit.count(name)) : Optional.empty();
    }

    /** Words of the grammar, which no unit may be called. */
    private static final List<String> RESERVED = List.of("growth", "drop", "vs");
}
