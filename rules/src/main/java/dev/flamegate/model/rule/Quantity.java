package dev.flamegate.model.rule;

import dev.flamegate.model.Unit;
import java.util.Objects;

/**
 * A number with its unit, as written.
 *
 * @param value finite, in {@code unit}
 * @param unit the unit it was written in
 */
public record Quantity(double value, Unit unit) {
    public Quantity {
        Objects.requireNonNull(unit, "unit");
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(value + ": a quantity must be a finite number");
        }
    }

    /** The quantity in base units: seconds, bytes, a ratio, a count. */
    public double base() {
        return value * unit.toBase();
    }
}
