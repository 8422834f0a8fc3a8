package dev.flamegate.work;

import dev.flamegate.model.Work;
import dev.flamegate.model.WorkCount;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The course of the requests of one start: some to settle, then those that are counted until enough is known of each name,
 * and at last some that each come after a collection, if they are wanted.
 */
final class Course implements CountingRelay.Between {
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
    public synchronized void end(String name, String input, boolean answered) {
        try {
            ended(name, input, answered);
        } finally {
            last = System.nanoTime(); // the agent's silence is not the load's
        }
    }

    private void ended(String name, String input, boolean answered) {
        if (over) {
            return;
        } else if (!counting) {
            settle(name);
            return;
        } else if (cold != null) {
            coldEnded(cold, name, input, answered);
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
            Counts to = of;
            dialogue.end(position(name)).ifPresent(work -> to.add(input, work));
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

    private void coldEnded(ColdPass pass, String name, String input, boolean answered) {
        if (answered && collected) {
            dialogue.end(counts.size() + pass.position(name)).ifPresent(work -> pass.add(name, input, work));
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
        InputEffects inputs = InputEffects.of(List.of(of));
        return of.error(count, inputs) <= EXACT * of.mean(count, inputs);
    }

    /** True if nothing more is to be counted; time may have ended what was being counted meanwhile. */
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
        Map<WorkCount, Work.PerRequest> all = warm.perRequest(InputEffects.NONE);
        if (cold != null) {
            cold.addTo(name, all);
        }
        return all;
    }

    /** The requests that were counted, without names that came too rarely. */
    synchronized Map<String, Counts> counts() {
        Map<String, Counts> often = new LinkedHashMap<>(counts);
        often.values().removeIf(of -> of.size() < LEAST_EACH);
        return often;
    }

    /** The work per request of each name in {@link #counts}. */
    synchronized Map<String, Work.Requests> requests() {
        Map<String, Work.Requests> all = new LinkedHashMap<>();
        counts().forEach((name, of) -> all.put(name, new Work.Requests(of.size(), perRequest(name, of))));
        return all;
    }
}
