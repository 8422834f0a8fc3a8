package dev.flamegate.judge.diagnosis;

import dev.flamegate.model.Diagnosis;
import dev.flamegate.model.ProfileEvent;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Recognises one cause. */
interface Recogniser {
    /** The diagnosis, if it holds now; {@code before} is the baseline's, for what only counts when it grew. */
    Optional<Diagnosis> in(Profiles now, @Nullable Profiles before);

    /** Growths of these costs it can be the cause of. */
    Set<ProfileEvent> explains();
}
