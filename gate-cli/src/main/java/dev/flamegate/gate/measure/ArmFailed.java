package dev.flamegate.gate.measure;

import dev.flamegate.model.Arm;
import java.util.Locale;

/** One arm of a comparison cannot be measured; the message names the arm, and then quotes its failure. */
public final class ArmFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Arm arm;

    ArmFailed(Arm arm, RuntimeException cause) {
        super("the " + arm.name().toLowerCase(Locale.ROOT) + ": " + cause.getMessage(), cause);
        this.arm = arm;
    }

    public Arm arm() {
        return arm;
    }
}
