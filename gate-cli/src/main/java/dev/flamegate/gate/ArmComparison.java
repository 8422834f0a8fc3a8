package dev.flamegate.gate;

import dev.flamegate.model.rule.Looks;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.store.Comparisons;
import java.time.Duration;
import java.util.List;

/** A comparison of one plan's builds, which can be ended at any moment. */
public interface ArmComparison extends AutoCloseable {
    /**
     * Compares each candidate with the baseline, in turns; pairs of the same two builds that are stored already count.
     *
     * @param looks when the evidence is looked at, and with what error, which the candidates share
     * @param budget time in which it ends, from the moment that all builds are there
     * @throws dev.flamegate.gate.measure.ArmFailed and the like when an arm cannot be measured; pairs measured until
     *     then stay stored
     */
    GateResult compare(ArmSpec baseline, List<ArmSpec> candidates, Looks looks, Duration budget)
            throws InterruptedException;

    @Override
    void close();

    /** Compares several candidates; the extension that can declares it as a service of this type. */
    interface OfSeveral {
        ArmComparison open(MeasurementPlan setup, ReportFolder reports, Comparisons store);
    }
}
