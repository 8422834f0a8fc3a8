package dev.flamegate.probe;

import java.io.File;
import java.io.IOException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * CPU by group on Linux, from the kernel's files on every native thread: no other list has compiler and collector
 * threads. What an ended thread had used when last seen stays counted in its group; what it used after that is counted
 * as the application's, which is the rest of the process.
 */
final class NativeThreads extends Cpu {
    static final String TASKS = "/proc/self/task";

    /** A new thread still has its parent's name, so the name is read again a few times soon, and occasionally later. */
    private static final int YOUNG = 3;

    private static final int NAME_EVERY = 32;

    private final ProcFile file = new ProcFile();
    private final Map<String, Seen> seen = new HashMap<>();
    private final Map<CpuGroup, Long> ended = new EnumMap<>(CpuGroup.class);
    private final ProfilerThreads unnamed = new ProfilerThreads();
    private final Map<CpuGroup, Long> reported = new EnumMap<>(CpuGroup.class);
    private long process;
    private long round;

    @Override
    void watch() {
        look();
    }

    @Override
    void read(Values values) {
        long whole = process();
        Map<CpuGroup, Long> groups = look();
        long sum = 0;
        for (long group : groups.values()) {
            sum += group;
        }
        process = Math.max(process, Math.max(whole, sum));
        groups.merge(CpuGroup.PROFILER, unnamed.cpu(), Long::sum);
        long rest = process;
        for (CpuGroup group : CpuGroup.values()) {
            if (group != CpuGroup.APPLICATION) {
                rest -= put(values, group, groups.getOrDefault(group, 0L));
            }
        }
        put(values, CpuGroup.APPLICATION, rest);
        values.put("cpu.process.ns", process);
    }

    /** Reports a group's counter, which never goes back. */
    private long put(Values values, CpuGroup group, long nanos) {
        Long before = reported.get(group);
        long now = before == null ? Math.max(0, nanos) : Math.max(before, nanos);
        reported.put(group, now);
        values.put("cpu." + group.key() + ".ns", now);
        return now;
    }

    /** CPU by group of all threads seen so far. */
    private Map<CpuGroup, Long> look() {
        round++;
        Map<CpuGroup, Long> sums = new EnumMap<>(CpuGroup.class);
        sums.putAll(ended);
        String[] tasks = new File(TASKS).list();
        for (String task : tasks == null ? new String[0] : tasks) {
            try {
                look(task);
            } catch (IOException e) {
                // It ended after it was listed; what was seen of it is counted below.
            }
        }
        for (Iterator<Seen> all = seen.values().iterator(); all.hasNext(); ) {
            Seen thread = all.next();
            sums.merge(thread.group, thread.nanos, Long::sum);
            if (thread.round != round) {
                ended.merge(thread.group, thread.nanos, Long::sum);
                all.remove();
            }
        }
        return sums;
    }

    private void look(String task) throws IOException {
        long nanos = file.readNumber(TASKS + "/" + task + "/schedstat");
        Seen thread = seen.get(task);
        if (thread != null && nanos < thread.nanos) {
            ended.merge(thread.group, thread.nanos, Long::sum); // the id was reused by a new thread
            thread = null;
        }
        if (thread == null) {
            thread = new Seen();
            seen.put(task, thread);
        }
        if (thread.looks < YOUNG || (round + thread.looks) % NAME_EVERY == 0) {
            thread.group = CpuGroup.of(file.read(TASKS + "/" + task + "/comm"));
        }
        thread.looks++;
        thread.nanos = nanos;
        thread.round = round;
    }

    /** The last look at one thread. */
    private static final class Seen {
        private CpuGroup group = CpuGroup.APPLICATION;
        private long nanos;
        private long round;
        private int looks;
    }
}
