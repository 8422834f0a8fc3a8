package dev.flamegate.judge.diagnosis;

import dev.flamegate.format.Numbers;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.finding.Diagnosis;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

interface Recogniser {
    /** The diagnosis, if it holds now; {@code before} is the baseline, for causes that only count if they grew. */
    Optional<Diagnosis> in(Profiles now, @Nullable Profiles before);

    /** The costs whose growth the cause can explain. */
    Set<ProfileEvent> explains();

    /** The names of indicators without a profile whose growth the cause can explain. */
    default Set<String> indicators() {
        return Set.of();
    }

    /** The baseline's value of a share; NaN without a baseline. */
    static double was(@Nullable Profiles before, ToDoubleFunction<Profiles> share) {
        return before == null ? Double.NaN : share.applyAsDouble(before);
    }

    /** {@code , 3.0 % in the baseline}; empty for NaN. */
    static String inBaseline(double share) {
        return Double.isNaN(share) ? "" : ", " + Numbers.rough(share) + " in the baseline";
    }

    /** The severity of a value: above a limit it can break the build by itself. */
    static Diagnosis.Severity severity(double value, double fail) {
        return value > fail ? Diagnosis.Severity.FAIL : Diagnosis.Severity.WARN;
    }
}
