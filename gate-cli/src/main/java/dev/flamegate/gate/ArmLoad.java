package dev.flamegate.gate;

import dev.flamegate.load.Load;
import dev.flamegate.load.LoadResult;
import dev.flamegate.runtime.Placed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The load of one arm, on and off in turns. A simulation that the gate leads is paused; any other is ended, and begun
 * anew for the next block.
 */
final class ArmLoad {
    private static final Duration READY_WITHIN = Duration.ofSeconds(60);

    /** A new generator compiles its own code first, and sends late meanwhile. */
    private static final Duration GENERATOR_WARM_UP = Duration.ofSeconds(6);

    private final Rig rig;
    private final Placed placed;
    private final Path work;
    private final Session session;
    private final List<Block> blocks = new ArrayList<>();
    private final List<LoadResult> results = new ArrayList<>();
    private boolean running = true;

    /** The load as it runs at the end of the warm-up. */
    ArmLoad(Rig rig, Placed placed, Path work, Session session) {
        this.rig = rig;
        this.placed = placed;
        this.work = work;
        this.session = session;
    }

    Session session() {
        return session;
    }

    List<Block> blocks() {
        return List.copyOf(blocks);
    }

    /** Lets no more users in. */
    void off() throws InterruptedException {
        if (session.load().isControlled()) {
            session.load().pause();
        } else {
            session.load().stop(TrialRunner.STOP_WITHIN);
            if (!blocks.isEmpty()) {
                results.add(session.load().result(blocks.get(blocks.size() - 1).window()));
            }
        }
        running = false;
    }

    /** Loads the target again. */
    void on() throws InterruptedException {
        if (session.load().isControlled()) {
            session.load().measuring();
        } else {
            Load next = rig.startLoad(placed, work.resolve("gatling-block-" + (blocks.size() + 1)));
            session.continueWith(next);
            next.awaitReady(READY_WITHIN);
            next.go();
            Thread.sleep(GENERATOR_WARM_UP.toMillis());
            next.measuring();
        }
        running = true;
    }

    /** Notes a block measured while the load was on. */
    void measured(Block block) {
        blocks.add(block);
    }

    /** Ends the load for good; what it saw of each block. */
    List<LoadResult> end() throws InterruptedException {
        if (!session.load().isControlled()) {
            if (running) {
                off();
            }
            return List.copyOf(results);
        }
        session.load().stop(TrialRunner.STOP_WITHIN);
        return blocks.stream()
                .map(block -> session.load().result(block.window()))
                .toList();
    }
}
