package dev.flamegate.gate.measure;

import dev.flamegate.collect.CounterSource;
import dev.flamegate.load.LoadResult;
import dev.flamegate.model.Window;
import dev.flamegate.plan.HookSpec.Part;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The load of one arm, on and off in turns. A simulation that the gate controls is paused; any other, whose load
 * changes until its end, is ended, and started again for the next block.
 */
final class ArmLoad implements LoadedTarget {
    /** The warm-up of a cold load generator, which starts its first users late. */
    private static final Duration GENERATOR_WARM_UP = Duration.ofSeconds(4);

    /** Pause after which requests of the warm-up and of the other arm's block have ended. */
    private static final Duration SETTLE = Duration.ofMillis(500);

    /** Time limit for the last requests; those that take longer are counted in part. */
    private static final Duration LAST_REQUESTS = Duration.ofSeconds(2);

    private static final Duration STOP_WITHIN = Duration.ofSeconds(10);

    private final TestBed bed;
    private final Session session;
    private final List<Block> blocks = new ArrayList<>();
    private final List<LoadResult> results = new ArrayList<>();
    private final MemoryWatch memory;
    private boolean running = true;

    /** The load of a session that is ready; it runs from the warm-up on. */
    ArmLoad(TestBed bed, Session session) {
        this.bed = bed;
        this.session = session;
        this.memory = new MemoryWatch(session, bed.time());
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
            session.load().stop(STOP_WITHIN);
            if (!blocks.isEmpty()) {
                results.add(session.load().result(lastBlock().window()));
            }
        }
        running = false;
    }

    void on() throws InterruptedException {
        if (!session.load().isControlled()) {
            session.restartLoad("load-block-" + (blocks.size() + 1));
            bed.time().sleep(GENERATOR_WARM_UP);
        }
        session.load().measuring();
        running = true;
    }

    /**
     * Measures one block of each arm given, all at once: loads the targets for as long, with the plan's hooks around it
     * while no load is on.
     *
     * @param arms several only where the plan has no hooks around blocks
     */
    static void block(List<ArmLoad> arms, Duration length, Stage.Times times, StageProgress progress)
            throws InterruptedException {
        TestBed bed = arms.get(0).bed;
        boolean hooked = bed.hooks().has(Part.BLOCK);
        if (hooked) {
            times.begin(Stage.HOOKS);
            progress.stage(Stage.HOOKS, Duration.ZERO);
            bed.time().sleep(SETTLE);
        }
        Hooks.Between hooks = arms.get(0).session.beforeBlock();
        try (hooks) {
            times.begin(Stage.MEASURE);
            for (ArmLoad arm : arms) {
                arm.on();
            }
            bed.time().sleep(SETTLE);
            List<Session> sessions = arms.stream().map(ArmLoad::session).toList();
            List<Block> measured = Block.measure(sessions, length, bed.time(), progress);
            for (int i = 0; i < arms.size(); i++) {
                arms.get(i).measured(measured.get(i));
                arms.get(i).off();
            }
            if (hooked) {
                times.begin(Stage.HOOKS);
                bed.time().sleep(SETTLE);
            }
        }
        times.begin(Stage.MEASURE);
    }

    /** Loads the target once more, with the plan's hooks around it, for something that is no block. */
    @Override
    public void underLoad(Work meanwhile) throws InterruptedException {
        Hooks.Between hooks = session.beforeBlock();
        try (hooks) {
            try {
                on();
                meanwhile.run();
            } finally {
                if (session.load().isControlled()) {
                    session.load().pause();
                } else {
                    session.load().stop(STOP_WITHIN);
                }
                running = false;
            }
            long until = bed.time().nanos() + LAST_REQUESTS.toNanos();
            do {
                bed.time().sleep(SETTLE);
            } while (bed.time().nanos() < until && session.load().progress().active() != 0);
        }
    }

    @Override
    public CounterSource counters() {
        return session.counters();
    }

    @Override
    public LoadResult load(Window window) {
        return session.load().result(window);
    }

    @Override
    public Path folder() {
        return session.folder();
    }

    @Override
    public Instant now() {
        return bed.time().now();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        bed.time().sleep(duration);
    }

    /** Looks at what stays in memory, while the load is off, if a rule is about it. */
    void lookAtMemory() throws InterruptedException {
        if (bed.setup().watchesMemory()) {
            memory.look();
        }
    }

    /**
     * The changes of memory between the looks, to be called when the load has ended for good.
     *
     * @param blocks the load's results for them
     */
    MemoryWatch.Seen memory(List<LoadResult> blocks) {
        return memory.seen(blocks);
    }

    /** Notes a block measured while the load was on. */
    void measured(Block block) {
        blocks.add(block);
    }

    /** Ends the load for good; returns its results for each block. */
    List<LoadResult> end() throws InterruptedException {
        if (!session.load().isControlled()) {
            if (running) {
                off();
            }
            return List.copyOf(results);
        }
        session.load().stop(STOP_WITHIN);
        return blocks.stream()
                .map(block -> session.load().result(block.window()))
                .toList();
    }
}
