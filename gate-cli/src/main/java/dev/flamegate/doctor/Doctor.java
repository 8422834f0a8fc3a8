package dev.flamegate.doctor;

import dev.flamegate.doctor.Calibration.Watcher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks at everything: first at all that takes no CPU, side by side, then at the noise, alone. Every check has a time
 * limit, so that the whole ends in time whatever hangs.
 */
public final class Doctor {
    /** For all checks that run side by side. */
    static final Duration LOOKING = Duration.ofMillis(7500);

    private final Situation situation;
    private final Duration noise;

    /**
     * A doctor for a situation.
     *
     * @param noise how long to calibrate; zero not to
     */
    public Doctor(Situation situation, Duration noise) {
        this.situation = situation;
        this.noise = noise;
    }

    /** Told what is found while it goes on. */
    public interface Listener {
        /** A result, in the order they are shown in. */
        void found(Checked checked);

        /** The calibration goes on. */
        void calibrating(Duration left);
    }

    /**
     * Looks.
     *
     * @return all results, grouped, in the order the listener was told
     */
    public List<Checked> examine(Listener listener) throws InterruptedException {
        List<Checked> all = new ArrayList<>();
        try (EngineAccess engine = new EngineAccess();
                CheckRunner runner = new CheckRunner(LOOKING)) {
            runner.run(Checks.of(situation, engine), checked -> {
                all.add(checked);
                listener.found(checked);
            });
        }
        if (!noise.isZero()) {
            Calibration calibration = Calibration.run(noise, new Watcher(listener::calibrating));
            for (Checked checked : NoiseResults.of(calibration, situation)) {
                all.add(checked);
                listener.found(checked);
            }
        }
        return List.copyOf(all);
    }
}
