package dev.flamegate.probe;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * CPU where native threads cannot be listed: the process as a whole, and Java threads by name. Compiler and collector
 * threads are not known here, so their counters are left out, and {@code cpu.application.ns} is what Java threads were
 * seen to use: never too high, but without what threads used between the last look and their end.
 */
final class JavaThreads extends Cpu {
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final Map<Long, Long> live = new HashMap<>();
    private final Map<Long, CpuGroup> groups = new HashMap<>();
    private final Map<CpuGroup, Long> ended = new EnumMap<>(CpuGroup.class);

    @Override
    void watch() {
        if (!threads.isThreadCpuTimeSupported() || !threads.isThreadCpuTimeEnabled()) {
            return;
        }
        Set<Long> present = new HashSet<>();
        for (long id : threads.getAllThreadIds()) {
            long nanos = threads.getThreadCpuTime(id);
            if (nanos >= 0) {
                present.add(id);
                live.put(id, nanos);
                if (!groups.containsKey(id)) {
                    ThreadInfo info = threads.getThreadInfo(id);
                    groups.put(id, info == null ? CpuGroup.APPLICATION : CpuGroup.of(info.getThreadName()));
                }
            }
        }
        for (Map.Entry<Long, Long> thread : live.entrySet()) {
            if (!present.contains(thread.getKey())) {
                ended.merge(group(thread.getKey()), thread.getValue(), Long::sum);
            }
        }
        live.keySet().retainAll(present);
        groups.keySet().retainAll(present);
    }

    @Override
    void read(Values values) {
        watch();
        long process = process();
        if (process >= 0) {
            values.put("cpu.process.ns", process);
        }
        Map<CpuGroup, Long> sums = new EnumMap<>(CpuGroup.class);
        sums.putAll(ended);
        for (Map.Entry<Long, Long> thread : live.entrySet()) {
            sums.merge(group(thread.getKey()), thread.getValue(), Long::sum);
        }
        if (threads.isThreadCpuTimeSupported()) {
            values.put("cpu.application.ns", sums.getOrDefault(CpuGroup.APPLICATION, 0L));
            values.put("cpu.profiler.ns", sums.getOrDefault(CpuGroup.PROFILER, 0L));
        }
    }

    private CpuGroup group(long id) {
        CpuGroup group = groups.get(id);
        return group == null ? CpuGroup.APPLICATION : group;
    }
}
