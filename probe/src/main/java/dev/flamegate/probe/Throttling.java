package dev.flamegate.probe;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The time for which CPU limits held the process back, from its control group and those above it (versions 1 and 2), in
 * nanoseconds summed over CPUs as in the kernel. Left out if no group has a limit.
 */
final class Throttling {
    private static final String ROOT = "/sys/fs/cgroup";

    private final ProcFile file = new ProcFile();
    private final List<String> statistics;

    private Throttling(List<String> statistics) {
        this.statistics = statistics;
    }

    static Throttling ofThisProcess() {
        try {
            return new Throttling(statistics(new ProcFile().read("/proc/self/cgroup")));
        } catch (IOException e) {
            return new Throttling(new ArrayList<>());
        }
    }

    /** The files to read, according to the content of {@code /proc/self/cgroup}; only those that exist. */
    private static List<String> statistics(String groups) {
        List<String> files = new ArrayList<>();
        for (String line : groups.split("\n", -1)) {
            String[] parts = line.split(":", 3);
            if (parts.length < 3) {
                continue;
            }
            if (parts[1].isEmpty()) {
                add(files, ROOT, parts[2]);
                add(files, ROOT + "/unified", parts[2]);
            } else if (("," + parts[1] + ",").contains(",cpu,")) {
                add(files, ROOT + "/" + parts[1], parts[2]);
                add(files, ROOT + "/cpu", parts[2]);
            }
        }
        return files;
    }

    /** The group's own file and those of its parents up to the mount; inside a container only the root's. */
    private static void add(List<String> files, String mount, String path) {
        String at = path.equals("/") ? "" : path;
        while (true) {
            File statistic = new File(mount + at + "/cpu.stat");
            // cpu and cpu,cpuacct are two names of one folder.
            if (statistic.isFile() && !files.contains(canonical(statistic))) {
                files.add(canonical(statistic));
            }
            if (at.isEmpty()) {
                return;
            }
            at = at.substring(0, Math.max(0, at.lastIndexOf('/')));
        }
    }

    private static String canonical(File file) {
        try {
            return file.getCanonicalPath();
        } catch (IOException e) {
            return file.getPath();
        }
    }

    void read(Values values) {
        long sum = -1;
        for (String path : statistics) {
            try {
                String text = file.read(path);
                long micros = ProcFile.number(text, "throttled_usec ");
                long nanos = micros >= 0 ? micros * 1000 : ProcFile.number(text, "throttled_time ");
                sum = nanos < 0 ? sum : Math.max(0, sum) + nanos;
            } catch (IOException e) {
                // The group is gone or hidden, so its part is not known.
            }
        }
        if (sum >= 0) {
            values.put("throttled.ns", sum);
        }
    }
}
