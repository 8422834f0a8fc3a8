package dev.flamegate.work;

import dev.flamegate.collect.AskedAgent;
import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.probe.ProbeFacts;
import dev.flamegate.gate.measure.Hooks;
import dev.flamegate.gate.measure.TestBed;
import dev.flamegate.load.Load;
import dev.flamegate.load.LoadFailed;
import dev.flamegate.model.Work;
import dev.flamegate.plan.HookSpec.Part;
import dev.flamegate.runtime.PlacedTarget;
import dev.flamegate.runtime.RunningTarget;
import dev.flamegate.runtime.StartEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * One start of a build in which its work is counted.
 *
 * @param counts the requests behind it, by name
 * @param facts about its virtual machine
 * @param names of the requests, by their position in the table
 * @param table of what each method did
 */
record CountedStart(Work work, Map<String, Counts> counts, ProbeFacts facts, List<String> names, WorkTable table) {
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
                new Work(course.requests(), course.background(), uncounted),
                course.counts(),
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
}
