package dev.flamegate.gate.measure;

import dev.flamegate.load.LoadResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The load of one arm, on and off in turns. A simulation that the gate controls is paused; any other, whose load changes
 * until its end, is ended, and started again for the next block.
 */
final class ArmLoad {
    /** A new generator compiles its own code first, and sends late meanwhile. */
    private static final Duration GENERATOR_WARM_UP = Duration.ofSeconds(4);

    private final TestBed bed;
    private final Session session;
    private final List<Block> blocks = new ArrayList<>();
    private final List<LoadResult> results = new ArrayList<>();
    private boolean running = true;

    /** The load of a session that is ready; it runs from the warm-up on. */
    ArmLoad(TestBed bed, Session session) {
        this.bed = bed;
        this.session = session;
    }

    Session session() {
        return session;
    }

    List<Block> blocks() {
        return List.copyOf(blocks);
    }

    Block lastBlock() {
        return blocks.get(blocks.size() - 1);
    }

    /** Lets no more users in. */
    void off() throws InterruptedException {
        if (session.load().isControlled()) {
            session.load().pause();
        } else {
            session.load().stop(TrialRunner.STOP_WITHIN);
            if (!blocks.isEmpty()) {
                results.add(session.load().result(lastBlock().window()));
            }
        }
        running = false;
    }

    /** Loads the target again. */
    void on() throws InterruptedException {
        if (!session.load().isControlled()) {
            session.restartLoad("load-block-" + (blocks.size() + 1));
            bed.time().sleep(GENERATOR_WARM_UP);
        }
        session.load().measuring();
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
