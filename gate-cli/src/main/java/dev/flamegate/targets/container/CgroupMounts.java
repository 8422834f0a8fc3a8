package dev.flamegate.targets.container;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds the folders of a process's control groups among what is mounted here. */
public final class CgroupMounts {
    private static final int ROOT = 3;
    private static final int POINT = 4;

    private CgroupMounts() {}

    /**
     * The folder of each controller; that of version 2 has the empty name.
     *
     * @param groups lines of the process's {@code /proc/PID/cgroup}
     * @param mounts lines of our own {@code /proc/self/mountinfo}
     */
    public static Map<String, Path> folders(List<String> groups, List<String> mounts) {
        Map<String, Path> folders = new HashMap<>();
        for (String group : groups) {
            String[] parts = group.split(":", 3);
            if (parts.length == 3) {
                for (String controller : parts[1].split(",", -1)) {
                    for (String mount : mounts) {
                        add(folders, controller, parts[2], mount);
                    }
                }
            }
        }
        return folders;
    }

    /** Adds the folder when the mount is of the controller and shows the group. */
    private static void add(Map<String, Path> folders, String controller, String group, String mount) {
        String[] halves = mount.split(" - ", 2);
        String[] left = halves[0].split(" ", -1);
        String[] right = halves.length < 2 ? new String[0] : halves[1].split(" ", -1);
        if (left.length <= POINT || right.length < 3) {
            return;
        }
        boolean matches = controller.isEmpty()
                ? right[0].equals("cgroup2")
                : right[0].equals("cgroup") && List.of(right[2].split(",", -1)).contains(controller);
        String root = left[ROOT].equals("/") ? "" : left[ROOT];
        if (matches && group.startsWith(root)) {
            folders.put(
                    controller,
                    Path.of(left[POINT] + "/" + group.substring(root.length())).normalize());
        }
    }
}
