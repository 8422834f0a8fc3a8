package dev.flamegate.gatling;

import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.scenario;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.PopulationBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Lets the gate start, bound and end the load of a simulation.
 *
 * <p>System properties: {@code flamegate.control}, the control directory; {@code flamegate.warmup.inFlight}, the
 * maximum number of users in flight during warm-up (by default half the rate, but at least 8). Without a control
 * directory the simulation runs on its own for {@code duration} seconds (30), without a bound.
 */
public final class LoadControl {
    private static final Duration POLL = Duration.ofMillis(10);
    private static final int POLLS_PER_REPORT = 20;
    /** Longer than any run: the gate says when to stop. */
    private static final Duration CONTROLLED = Duration.ofHours(24);

    private static final Duration ALONE = Duration.ofSeconds(30);
    private static final int LEAST_BOUND = 8;

    private final @Nullable ControlDirectory directory;
    private volatile Phase phase;
    private @Nullable Admission admission;

    LoadControl(@Nullable ControlDirectory directory) {
        this.directory = directory;
        this.phase = directory == null ? Phase.MEASURING : Phase.WAITING;
    }

    /** The control that the system properties describe. */
    public static LoadControl fromSystemProperties() {
        @Nullable String folder = System.getProperty("flamegate.control");
        return new LoadControl(folder == null ? null : new ControlDirectory(Path.of(folder)));
    }

    /**
     * Users at a constant rate, each on one journey; to be given to {@code setUp}, once per simulation.
     *
     * @param name of the scenario
     * @param usersPerSecond above 0
     * @param journey what a user does; it should run to its end (no {@code exitHere}), or the warm-up's bound counts
     *     the user for another minute
     */
    public PopulationBuilder population(String name, double usersPerSecond, ChainBuilder journey) {
        if (!(usersPerSecond > 0)) {
            throw new IllegalArgumentException(usersPerSecond + ": a rate must be above 0 users per second");
        }
        if (admission != null) {
            throw new IllegalStateException(name + ": a simulation can have only one controlled population");
        }
        Admission users = new Admission(bound(usersPerSecond), System::nanoTime);
        admission = users;
        if (directory != null) {
            directory.injection(usersPerSecond, name);
        }
        return scenario(name)
                .stopLoadGeneratorIf(session -> "the gate said so", session -> phase == Phase.STOPPING)
                .doIf(session -> users.enter(session.userId(), phase))
                .then(exec(journey).exec(session -> {
                    users.leave(session.userId(), session.isFailed());
                    return session;
                }))
                .injectOpen(constantUsersPerSec(usersPerSecond).during(duration()));
    }

    /** Waits until the gate says {@code go}; to be called in the simulation's {@code before()}. */
    public void awaitGo() {
        @Nullable ControlDirectory control = directory;
        if (control == null) {
            return;
        }
        control.ready();
        try {
            while (control.phase() == Phase.WAITING) {
                TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the gate", e);
        }
        phase = control.phase();
        Thread follower = new Thread(() -> follow(control), "flamegate-control");
        follower.setDaemon(true);
        follower.start();
    }

    private void follow(ControlDirectory control) {
        try {
            for (long poll = 0; ; poll++) {
                phase = control.phase();
                if (admission != null && poll % POLLS_PER_REPORT == 0) {
                    admission.report(control);
                }
                TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Duration duration() {
        if (directory != null) {
            return CONTROLLED;
        }
        return Duration.ofSeconds(Long.getLong("duration", ALONE.toSeconds()));
    }

    private static int bound(double usersPerSecond) {
        return Integer.getInteger(
                "flamegate.warmup.inFlight", Math.max(LEAST_BOUND, (int) Math.ceil(usersPerSecond / 2)));
    }
}
