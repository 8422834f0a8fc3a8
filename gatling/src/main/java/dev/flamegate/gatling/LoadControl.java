package dev.flamegate.gatling;

import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.nothingFor;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.core.CoreDsl.scenario;

import io.gatling.core.action.builder.ActionBuilder;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.OpenInjectionStep;
import io.gatling.javaapi.core.PopulationBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Lets the gate start, bound and end the load of a simulation.
 *
 * <p>System properties: {@code flamegate.control}, the control directory; {@code flamegate.warmup.inFlight}, the
 * maximum number of users in flight during warm-up, and of extra users (by default half the rate, but at least 8);
 * {@code flamegate.warmup.hurry}, the largest multiple of the planned users in its first part (1). Without a control
 * directory the simulation runs on its own for {@code duration} seconds (30), without a bound.
 */
public final class LoadControl {
    private static final Duration POLL = Duration.ofMillis(10);
    private static final int POLLS_PER_REPORT = 20;
    /** Longer than any run: the gate says when to stop. */
    private static final Duration CONTROLLED = Duration.ofHours(24);

    /** The wait of a user that is left out, before it leaves. */
    private static final Duration LEFT_OUT = Duration.ofMillis(100);

    /** Time for requests under way to end when a pause begins; the gate waits as long before it measures again. */
    private static final Duration UNDER_WAY = Duration.ofMillis(500);

    private static final Duration ALONE = Duration.ofSeconds(30);
    private static final int LEAST_BOUND = 8;

    private final @Nullable ControlDirectory directory;
    private volatile Phase phase;
    private @Nullable Admission admission;
    private @Nullable EventLoops loops;
    private long turnedNanos;
    private volatile long goNanos;

    LoadControl(@Nullable ControlDirectory directory) {
        this.directory = directory;
        this.phase = directory == null ? Phase.MEASURING : Phase.WAITING;
    }

    public static LoadControl fromSystemProperties() {
        @Nullable String folder = System.getProperty("flamegate.control");
        return new LoadControl(folder == null ? null : new ControlDirectory(Path.of(folder)));
    }

    /**
     * Users at a constant rate, each on one journey; to be given to {@code setUp}, once per simulation.
     *
     * @param name of the scenario
     * @param usersPerSecond of all injectors together, above 0
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
        InjectorShare share = InjectorShare.fromSystemProperties();
        double rate = share.rate(usersPerSecond);
        Admission users = new Admission(bound(rate), bound(rate), System::nanoTime);
        admission = users;
        int times = directory == null ? 1 : PlannedUsers.times(rate, hurry());
        PlannedUsers planned = new PlannedUsers(times, false, 0, this::sinceGo);
        if (directory != null) {
            directory.injection(times * rate, name);
            declareHurry(times);
        }
        return scenario(name)
                .stopLoadGeneratorIf(session -> "the gate said so", session -> phase == Phase.STOPPING)
                .doIf(session -> users.enter(session.userId(), planned.nextIsPlanned(), phase))
                .then(exec(journey).exec(session -> {
                    users.leave(session.userId(), session.isFailed());
                    return session;
                }))
                .injectOpen(turns(share, usersPerSecond, times * rate));
    }

    /**
     * The given populations, each with its steady profile: their users are let in unless the load is paused, and a user
     * that is let in goes its way as without the gate. So do the extra users of a hurried warm-up.
     *
     * @param profiles in the order of the populations
     */
    List<io.gatling.core.structure.PopulationBuilder> controlled(
            List<io.gatling.core.structure.PopulationBuilder> populations, List<SteadyProfile> profiles) {
        double rate =
                profiles.stream().mapToDouble(SteadyProfile::usersPerSecond).sum();
        Admission users = new Admission(Integer.MAX_VALUE, bound(rate), System::nanoTime);
        EventLoops found = new EventLoops();
        admission = users;
        loops = found;
        List<io.gatling.core.structure.PopulationBuilder> controlled = new ArrayList<>();
        double ramp = 0;
        int most = 1;
        for (int i = 0; i < populations.size(); i++) {
            io.gatling.core.structure.PopulationBuilder theirs = populations.get(i);
            SteadyProfile steady = profiles.get(i);
            ramp = Math.max(ramp, steady.rampSeconds());
            most = Math.max(most, steady.times());
            controlled.add(theirs.copy(
                    admitted(
                            theirs.scenarioBuilder(),
                            users,
                            new PlannedUsers(steady.times(), steady.randomized(), steady.rampSeconds(), this::sinceGo),
                            found),
                    steady.profile(),
                    theirs.scenarioProtocols(),
                    theirs.scenarioThrottleSteps(),
                    theirs.pauseType(),
                    theirs.children(),
                    theirs.shard()));
            if (directory != null && populations.size() == 1 && steady.constant()) {
                directory.injection(
                        steady.times() * steady.usersPerSecond(),
                        theirs.scenarioBuilder().name());
            }
        }
        if (directory != null) {
            directory.steady(ramp);
        }
        declareHurry(most);
        return controlled;
    }

    private OpenInjectionStep[] turns(InjectorShare share, double usersPerSecond, double injected) {
        OpenInjectionStep users = constantUsersPerSec(injected).during(duration());
        return share.number() == 1
                ? new OpenInjectionStep[] {users}
                : new OpenInjectionStep[] {
                    nothingFor(Duration.ofNanos(Math.round(share.turn(usersPerSecond) * 1e9))), users
                };
    }

    private io.gatling.core.structure.ScenarioBuilder admitted(
            io.gatling.core.structure.ScenarioBuilder theirs, Admission users, PlannedUsers planned, EventLoops found) {
        ChainBuilder journey = ChainBuilder.EMPTY.make(nothing -> theirs.toChainBuilder());
        AtomicReference<io.gatling.core.structure.ScenarioBuilder> whole = new AtomicReference<>();
        scenario(theirs.name())
                .make(empty -> empty.chain(CollectionConverters.asScala(List.<ActionBuilder>of(found))
                        .toSeq()))
                .doIfOrElse(session -> users.enter(session.userId(), planned.nextIsPlanned(), phase))
                .then(exec(journey).exec(session -> {
                    users.leave(session.userId(), session.isFailed());
                    return session;
                }))
                // In a closed model, a user that leaves is replaced at once.
                .orElse(pause(LEFT_OUT))
                .make(made -> {
                    whole.set(made);
                    return made;
                });
        return Objects.requireNonNull(whole.get());
    }

    /** Waits until the gate says that the target answers. */
    void awaitTarget() {
        if (directory != null) {
            poll(() -> !directory.targetIsReady());
        }
    }

    /** Waits until the gate says {@code go}; to be called in the simulation's {@code before()}. */
    public void awaitGo() {
        @Nullable ControlDirectory control = directory;
        if (control == null) {
            return;
        }
        control.ready();
        poll(() -> control.phase() == Phase.WAITING);
        phase = control.phase();
        goNanos = System.nanoTime();
        Thread follower = new Thread(() -> follow(control), "flamegate-control");
        follower.setDaemon(true);
        follower.start();
    }

    private static void poll(BooleanSupplier waiting) {
        try {
            while (waiting.getAsBoolean()) {
                TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the gate", e);
        }
    }

    private void follow(ControlDirectory control) {
        try {
            for (long poll = 0; ; poll++) {
                turn(control.phase());
                if (admission != null && poll % POLLS_PER_REPORT == 0) {
                    admission.report(control);
                }
                TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Turns the load to the phase that the gate wants. A pause stops users that come at once, and holds everything a
     * moment later, when what is under way has had time to end. After it, what was due meanwhile comes first: users
     * among it still leave.
     */
    private void turn(Phase wanted) throws InterruptedException {
        @Nullable EventLoops gatling = loops;
        if (wanted != phase) {
            turnedNanos = System.nanoTime();
            if (gatling != null && wanted == Phase.STOPPING) {
                gatling.stop();
            } else if (gatling != null && phase == Phase.PAUSED) {
                gatling.release();
            }
            phase = wanted;
        } else if (gatling != null && phase == Phase.PAUSED && System.nanoTime() - turnedNanos > UNDER_WAY.toNanos()) {
            gatling.hold();
        }
    }

    private Duration duration() {
        if (directory != null) {
            return CONTROLLED;
        }
        return Duration.ofSeconds(Long.getLong("duration", ALONE.toSeconds()));
    }

    private void declareHurry(int times) {
        if (directory != null && times > 1) {
            directory.hurries();
        }
    }

    private long sinceGo() {
        return System.nanoTime() - goNanos;
    }

    /** The largest multiple of its rate that a load may have while the target warms up, at least 1. */
    static int hurry() {
        return Math.max(1, Integer.getInteger("flamegate.warmup.hurry", 1));
    }

    private static int bound(double usersPerSecond) {
        return Integer.getInteger(
                "flamegate.warmup.inFlight", Math.max(LEAST_BOUND, (int) Math.ceil(usersPerSecond / 2)));
    }
}
