package dev.flamegate.runtime;

import dev.flamegate.extension.Extensions;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.targets.TargetFailed;
import java.util.Locale;

public final class Runtimes {
    private Runtimes() {}

    /**
     * A runtime for the targets of a plan.
     *
     * @param kind the plan's own, or that of the arms of a comparison
     * @throws TargetFailed when what it needs is missing, such as a Docker engine or a cluster
     */
    public static TargetRuntime of(TargetSpec.Runtime kind, MeasurementPlan setup) {
        return kind == TargetSpec.Runtime.PROCESS ? new ProcessRuntime(setup) : added(kind, setup);
    }

    private static TargetRuntime added(TargetSpec.Runtime kind, MeasurementPlan setup) {
        return Extensions.of(RuntimeProvider.class).stream()
                .filter(provider -> provider.kind() == kind)
                .findFirst()
                .orElseThrow(() -> new TargetFailed("this installation has no runtime `"
                        + kind.name().toLowerCase(Locale.ROOT) + "`: its extension is missing in lib/extensions"))
                .open(setup);
    }
}
