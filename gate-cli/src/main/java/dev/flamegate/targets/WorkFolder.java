package dev.flamegate.targets;

import dev.flamegate.os.FileTree;
import dev.flamegate.os.ProcessTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folder that one start of a target has for itself, such as for its database: filled from the plan's data, and deleted
 * with all that was written to it when it is closed. What a killed gate left is deleted with the next folder.
 */
public final class WorkFolder implements AutoCloseable {
    /** Process id and start time of the gate that made it, and what makes it unique. */
    private static final Pattern NAME = Pattern.compile("(\\d{1,18})-(\\d{1,18})-.+");

    private final Path path;

    private WorkFolder(Path path) {
        this.path = path;
    }

    /**
     * A new folder below {@code .flamegate/work}.
     *
     * @param planFolder the plan's folder
     * @param data folder whose content, or file of which it gets a copy; relative to the plan's folder or absolute
     * @throws TargetFailed when there is no such data, or it cannot be copied
     */
    public static WorkFolder create(Path planFolder, @Nullable String data) {
        Path all = planFolder.resolve(".flamegate").resolve("work").toAbsolutePath();
        ProcessHandle gate = ProcessHandle.current();
        Path path = all.resolve(gate.pid() + "-" + ProcessTree.startMillis(gate) + "-" + UUID.randomUUID());
        WorkFolder folder = new WorkFolder(path);
        boolean whole = false;
        try {
            Files.createDirectories(path);
            sweep(all);
            if (data != null) {
                FileTree.copy(existing(planFolder.resolve(data), data), path);
            }
            whole = true;
            return folder;
        } catch (IOException | UncheckedIOException e) {
            throw new TargetFailed("the target's work folder cannot be filled: " + e, e);
        } finally {
            if (!whole) {
                folder.close();
            }
        }
    }

    /** Where it is, absolute. */
    public Path path() {
        return path;
    }

    /** Deletes it. What cannot be deleted is left to the next gate. */
    @Override
    public void close() {
        try {
            FileTree.delete(path);
        } catch (IOException | UncheckedIOException e) {
            path.toFile().deleteOnExit();
        }
    }

    private static Path existing(Path place, String data) {
        if (!Files.exists(place)) {
            throw new TargetFailed("there is no " + place + " to copy for each start: correct target: data: " + data);
        }
        return place;
    }

    /** Deletes what gates left that run no more; another gate may be doing so, too. */
    private static void sweep(Path all) throws IOException {
        List<Path> left;
        try (Stream<Path> folders = Files.list(all)) {
            left = folders.filter(WorkFolder::isAbandoned).toList();
        }
        left.forEach(folder -> new WorkFolder(folder).close());
    }

    private static boolean isAbandoned(Path folder) {
        Matcher name = NAME.matcher(String.valueOf(folder.getFileName()));
        return name.matches()
                && ProcessTree.find(Long.parseLong(name.group(1)), Long.parseLong(name.group(2)))
                        .isEmpty();
    }
}
