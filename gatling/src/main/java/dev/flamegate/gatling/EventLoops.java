package dev.flamegate.gatling;

import io.gatling.core.CoreComponents;
import io.gatling.core.action.Action;
import io.gatling.core.action.builder.ActionBuilder;
import io.gatling.core.controller.Controller$Command$StopLoadGenerator;
import io.gatling.core.structure.ScenarioContext;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The threads on which Gatling runs everything that users do. While they are held, no user sends, thinks or leaves,
 * wherever in its journey it is. It finds them as an action that does nothing, at the start of a scenario.
 */
final class EventLoops implements ActionBuilder {
    private static final long RELEASED_WITHIN_SECONDS = 5;

    private volatile @Nullable CoreComponents components;
    private @Nullable CountDownLatch held;

    @Override
    public Action build(ScenarioContext context, Action next) {
        components = context.coreComponents();
        return next;
    }

    /** Holds the event loops, each after its current work; does nothing when they are held. */
    synchronized void hold() {
        @Nullable CoreComponents gatling = components;
        if (held != null || gatling == null) {
            return;
        }
        CountDownLatch release = new CountDownLatch(1);
        held = release;
        for (EventExecutor loop : gatling.eventLoopGroup()) {
            loop.execute(() -> await(release));
        }
    }

    /**
     * Releases the event loops, and waits until each has done what was due meanwhile; does nothing unless they are
     * held.
     */
    synchronized void release() throws InterruptedException {
        @Nullable CountDownLatch release = held;
        @Nullable CoreComponents gatling = components;
        if (release == null || gatling == null) {
            return;
        }
        held = null;
        List<CountDownLatch> caughtUp = new ArrayList<>();
        release.countDown();
        for (EventExecutor loop : gatling.eventLoopGroup()) {
            CountDownLatch done = new CountDownLatch(1);
            caughtUp.add(done);
            loop.execute(done::countDown);
        }
        for (CountDownLatch done : caughtUp) {
            done.await(RELEASED_WITHIN_SECONDS, TimeUnit.SECONDS);
        }
    }

    /** Ends the simulation as Gatling itself does, so that its log is whole. */
    void stop() throws InterruptedException {
        release();
        @Nullable CoreComponents gatling = components;
        if (gatling != null) {
            gatling.controller().$bang(new Controller$Command$StopLoadGenerator("the gate said so", false));
        }
    }

    private static void await(CountDownLatch release) {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // Gatling ends
        }
    }
}
