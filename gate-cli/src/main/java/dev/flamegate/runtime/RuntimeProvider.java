package dev.flamegate.runtime;

import dev.flamegate.extension.Extensions;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.targets.TargetFailed;
import java.util.Locale;

/** Adds a runtime: an extension declares its implementation as a service of this type. */
public interface RuntimeProvider {
    /**
     * The provider that this installation has for a runtime.
     *
     * @throws TargetFailed if no installed extension provides it
     */
    static RuntimeProvider of(TargetSpec.Runtime kind) {
        return Extensions.of(RuntimeProvider.class).stream()
                .filter(provider -> provider.kind() == kind)
                .findFirst()
                .orElseThrow(() -> new TargetFailed("this installation has no runtime `"
                        + kind.name().toLowerCase(Locale.ROOT) + "`: its extension is missing in lib/extensions"));
    }

    /** The value of {@code runtime:} in a plan that chooses it. */
    TargetSpec.Runtime kind();

    /**
     * Opens the runtime for the targets of a plan.
     *
     * @throws TargetFailed when what it needs is missing, such as a cluster
     */
    TargetRuntime open(MeasurementPlan setup);
}
