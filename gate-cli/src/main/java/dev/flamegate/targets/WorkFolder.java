package dev.flamegate.targets;

import dev.flamegate.os.FileTree;
import dev.flamegate.os.OwnFolders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A private folder for one start of a target or of what is beside it, such as for a database: filled from the plan's data,
 * and deleted with all that was written to it when it is closed. Other users cannot read it, which some databases
 * insist on. What a killed gate left is deleted with the next folder.
 */
public final class WorkFolder implements AutoCloseable {
    private final Path path;

    private WorkFolder(Path path) {
        this.path = path;
    }

    /**
     * A new folder below {@code .flamegate/work}.
     *
     * @param planFolder the plan's folder
     * @param owner the part of the plan that it is for, such as {@code target}
     * @param data folder whose content, or file of which it gets a copy; relative to the plan's folder or absolute
     * @throws TargetFailed when there is no such data, or it cannot be copied
     */
    public static WorkFolder create(Path planFolder, String owner, @Nullable String data) {
        WorkFolder folder =
                new WorkFolder(created(planFolder.resolve(".flamegate").resolve("work"), owner));
        boolean whole = false;
        try {
            if (data != null) {
                FileTree.copy(existing(planFolder.resolve(data), owner, data), folder.path);
            }
            whole = true;
            return folder;
        } catch (IOException | UncheckedIOException e) {
            throw new TargetFailed("the work folder of " + owner + " cannot be filled: " + e, e);
        } finally {
            if (!whole) {
                folder.close();
            }
        }
    }

    private static Path created(Path all, String owner) {
        try {
            return OwnFolders.createPrivate(all.toAbsolutePath());
        } catch (IOException e) {
            throw new TargetFailed("the work folder of " + owner + " cannot be created: " + e, e);
        }
    }

    /** The absolute path of the folder. */
    public Path path() {
        return path;
    }

    /** Deletes the folder. Files that cannot be deleted are left to the next gate. */
    @Override
    public void close() {
        try {
            FileTree.delete(path);
        } catch (IOException | UncheckedIOException e) {
            path.toFile().deleteOnExit();
        }
    }

    private static Path existing(Path place, String owner, String data) {
        if (!Files.exists(place)) {
            throw new TargetFailed(
                    "there is no " + place + " to copy for each start: correct " + owner + ": data: " + data);
        }
        return place;
    }
}
