package dev.flamegate.work;

import dev.flamegate.collect.AskedAgent;
import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.probe.ProbeFacts;
import dev.flamegate.gate.measure.Hooks;
import dev.flamegate.gate.measure.TestBed;
import dev.flamegate.load.Load;
import dev.flamegate.load.LoadFailed;
import dev.flamegate.model.Work;
import dev.flamegate.model.WorkCount;
import dev.flamegate.plan.HookSpec.Part;
import dev.flamegate.runtime.PlacedTarget;
import dev.flamegate.runtime.RunningTarget;
import dev.flamegate.runtime.StartEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One start of a build in which its work is counted.
 *
 * @param facts about its virtual machine
 * @param names of the requests, by their position in the table
 * @param table of what each method did
 */
record CountedStart(Work work, ProbeFacts facts, List<String> names, WorkTable table) {
    private static final Duration IDLE = Duration.ofSeconds(2);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration LOAD_READY_WITHIN = Duration.ofSeconds(60);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(5);

    /**
     * Starts a build, loads it, and counts.
     *
     * @param work a folder of this start alone, for logs
     * @param cold whether some requests are counted after a collection, too
     */
    static CountedStart of(TestBed bed, PlacedTarget placed, Path work, boolean cold) throws InterruptedException {
        try {
            Files.createDirectories(work);
        } catch (IOException e) {
            throw new CollectionFailed("The folder for logs cannot be created: " + e, e);
        }
        StartEnvironment around = bed.runtime().startEnvironment(placed, work);
        try (around) {
            Hooks.Between hooks = bed.hooks().before(Part.TRIAL, placed.values().and(around.values()), work);
            try (hooks;
                    RunningTarget target = bed.runtime().start(placed, around, work)) {
                return counted(bed, placed, target, work, cold);
            }
        }
    }

    private static CountedStart counted(TestBed bed, PlacedTarget placed, RunningTarget target, Path work, boolean cold)
            throws InterruptedException {
        RunningTarget.Ready ready = target.awaitReady();
        AskedAgent agent = ready.counters()
                .agent()
                .orElseThrow(() -> new CollectionFailed("Nothing in the target can be asked for its work"));
        WorkDialogue dialogue = new WorkDialogue(agent);
        Course course = new Course(dialogue, cold);
        dialogue.idle();
        try (CountingRelay relay = CountingRelay.open(placed.baseUrl(), course);
                Load load = bed.generator().start(relay.url(), work.resolve("load"))) {
            bed.time().sleep(IDLE);
            load.targetReady();
            load.awaitReady(LOAD_READY_WITHIN);
            dialogue.loaded();
            load.go();
            load.awaitBegun(LOAD_READY_WITHIN);
            course.clock();
            while (!course.isOver()) {
                bed.time().sleep(POLL);
                target.checkAlive();
                relay.check();
                checkLoad(load, course);
            }
            stop(load);
        } catch (CollectionFailed e) {
            bed.time().sleep(POLL); // a target that ends hangs up first
            target.checkAlive();
            throw e;
        }
        if (course.counts().isEmpty()) {
            throw new LoadFailed(
                    "no request was counted",
                    "counting the requests that reached the target one by one",
                    "look at the load's output in " + work,
                    List.of());
        }
        List<String> uncounted = dialogue.uncounted();
        return new CountedStart(
                new Work(course.counts(), course.background(), uncounted),
                ready.facts(),
                course.names(),
                dialogue.table());
    }

    /** A load that is over has sent what it had to send. */
    private static void checkLoad(Load load, Course course) {
        try {
            load.check();
        } catch (LoadFailed e) {
            if (course.counts().isEmpty()) {
                throw e;
            }
            course.end();
        }
    }

    private static void stop(Load load) throws InterruptedException {
        try {
            load.stop(STOP_WITHIN);
        } catch (LoadFailed e) {
            // It had ended by itself.
        }
    }

    /** The course of the requests: some to settle, then those that are counted, until enough is known of each name. */
    private static final class Course implements CountingRelay.Between {
        private static final int SETTLE_REQUESTS = 120;
        private static final int SETTLE_EACH = 20;
        private static final long SETTLE_NANOS = Duration.ofSeconds(15).toNanos();
        private static final int LEAST_EACH = 10;
        private static final int ENOUGH_EACH = 100;
        private static final int MOST_EACH = 300;

        /** A mean that is known this well, relative, is known well enough. */
        private static final double EXACT = 0.001;

        private static final long LONGEST_NANOS = Duration.ofSeconds(45).toNanos();

        /** A load without further requests is over. */
        private static final long SILENT_NANOS = Duration.ofSeconds(10).toNanos();

        /** The first request may take this long after the load began, on a busy machine. */
        private static final long FIRST_NANOS = Duration.ofSeconds(60).toNanos();

        private static final int MOST_NAMES = 200;

        private final WorkDialogue dialogue;
        private final Map<String, Integer> settled = new ConcurrentHashMap<>();
        private final Map<String, Counts> counts = new LinkedHashMap<>();
        private final boolean wantsCold;
        private @Nullable ColdPass cold;
        private List<String> background = List.of();
        private long began = System.nanoTime();
        private long last = began;
        private boolean asking;
        private boolean collected;
        private boolean counting;
        private boolean over;

        Course(WorkDialogue dialogue, boolean wantsCold) {
            this.dialogue = dialogue;
            this.wantsCold = wantsCold;
        }

        synchronized void clock() {
            began = System.nanoTime();
            last = began;
        }

        @Override
        public void begin(String name) {
            if (asks()) {
                try {
                    ColdPass pass = cold;
                    collected = pass != null && pass.wants(name);
                    if (collected) {
                        dialogue.beginCold();
                    } else {
                        dialogue.begin();
                    }
                } finally {
                    asked();
                }
            }
        }

        private synchronized boolean asks() {
            asking = counting && !over;
            return asking;
        }

        private synchronized void asked() {
            asking = false;
            last = System.nanoTime();
        }

        @Override
        public synchronized void end(String name, boolean answered) {
            try {
                ended(name, answered);
            } finally {
                last = System.nanoTime(); // the agent's silence is not the load's
            }
        }

        private void ended(String name, boolean answered) {
            if (over) {
                return;
            } else if (!counting) {
                settle(name);
                return;
            } else if (cold != null) {
                coldEnded(cold, name, answered);
                return;
            }
            Counts of = counts.get(name);
            if (of == null && counts.size() < MOST_NAMES && answered) {
                of = new Counts();
                counts.put(name, of);
            }
            if (of == null || !answered || of.size() >= MOST_EACH) {
                dialogue.drop();
            } else {
                dialogue.end(position(name)).ifPresent(of::add);
            }
            if (isEnough()) {
                warmEnded();
            }
        }

        private void warmEnded() {
            if (wantsCold) {
                cold = new ColdPass(counts.keySet());
            } else {
                over = true;
            }
        }

        private void coldEnded(ColdPass pass, String name, boolean answered) {
            if (answered && collected) {
                dialogue.end(counts.size() + pass.position(name)).ifPresent(work -> pass.add(name, work));
                pass.tried(name);
            } else {
                dialogue.drop();
            }
            over = pass.isOver();
        }

        private void settle(String name) {
            dialogue.settled();
            settled.merge(name, 1, Integer::sum);
            int all = settled.values().stream().mapToInt(Integer::intValue).sum();
            boolean each = settled.values().stream().allMatch(number -> number >= SETTLE_EACH);
            if ((all >= SETTLE_REQUESTS && each) || System.nanoTime() - began > SETTLE_NANOS) {
                background = dialogue.serving();
                counting = true;
                began = System.nanoTime();
            }
        }

        private int position(String name) {
            return List.copyOf(counts.keySet()).indexOf(name);
        }

        private boolean isEnough() {
            return counts.values().stream()
                            .allMatch(of -> of.size() >= MOST_EACH || (of.size() >= ENOUGH_EACH && isExact(of)))
                    || System.nanoTime() - began > LONGEST_NANOS;
        }

        private static boolean isExact(Counts of) {
            WorkCount count = WorkCount.INSTRUCTIONS;
            return of.error(count) <= EXACT * of.mean(count);
        }

        synchronized boolean isOver() {
            long now = System.nanoTime();
            if (counting && !asking && cold == null && now - began > LONGEST_NANOS) {
                warmEnded();
            }
            return over
                    || (cold != null && cold.isOver())
                    || (!asking && now - last > (settled.isEmpty() ? FIRST_NANOS : SILENT_NANOS));
        }

        synchronized void end() {
            over = true;
        }

        synchronized List<String> background() {
            return background;
        }

        synchronized List<String> names() {
            List<String> names = new ArrayList<>(counts.keySet());
            names.addAll(cold == null ? List.of() : cold.names());
            return names;
        }

        private Map<WorkCount, Work.PerRequest> perRequest(String name, Counts warm) {
            Map<WorkCount, Work.PerRequest> all = warm.perRequest();
            if (cold != null) {
                cold.addTo(name, all);
            }
            return all;
        }

        /** The work per request, without names that came too rarely. */
        synchronized Map<String, Work.Requests> counts() {
            return counts.entrySet().stream()
                    .filter(one -> one.getValue().size() >= LEAST_EACH)
                    .collect(Collectors.toMap(
                            Map.Entry::getKey,
                            one -> new Work.Requests(one.getValue().size(), perRequest(one.getKey(), one.getValue())),
                            (one, other) -> one,
                            LinkedHashMap::new));
        }
    }
}
