package dev.flamegate.runtime;

import dev.flamegate.collect.ProfileSource;
import dev.flamegate.collect.jfr.ProfileCut;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** No server keeps profiles of an attached service. */
enum NoProfiles implements ProfileSource {
    INSTANCE;

    @Override
    public boolean awaitCovering(Instant end, Duration limit) {
        return true;
    }

    @Override
    public ProfileCut profiles(Window window, double cpuSeconds) {
        return new ProfileCut(
                Map.of(),
                List.of(),
                List.of(new Warning(
                        "no-profile",
                        "no server keeps profiles of the service, so no method can be named: set pyroscope: url to where they"
                                + " are")));
    }
}
