package dev.flamegate.gate.measure;

import dev.flamegate.model.Arm;
import java.util.Locale;

/** One arm of a comparison cannot be measured; the message says which, and then what its own failure says. */
public final class ArmFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Arm arm;

    ArmFailed(Arm arm, RuntimeException cause) {
        super("the " + arm.name().toLowerCase(Locale.ROOT) + ": " + cause.getMessage(), cause);
        this.arm = arm;
    }

    /** Which one. */
    public Arm arm() {
        return arm;
    }
}
