package dev.flamegate.gate;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.gate.measure.ArmFailed;
import dev.flamegate.gate.measure.Hooks;
import dev.flamegate.load.LoadFailed;
import dev.flamegate.targets.TargetFailed;
import java.util.List;

/** Distinguishes a measurement that could not be made from a bug and from a mistake in the command line. */
public final class Unmeasured {
    private static final List<Class<? extends RuntimeException>> KINDS =
            List.of(TargetFailed.class, ArmFailed.class, Hooks.Failed.class, LoadFailed.class, CollectionFailed.class);

    private Unmeasured() {}

    /** True if this reports that a target, a hook, the load or the collection failed; its message is for people. */
    public static boolean is(Exception failure) {
        return KINDS.stream().anyMatch(kind -> kind.isInstance(failure));
    }
}
