package dev.flamegate.gate;

import dev.flamegate.gate.facts.Git;
import dev.flamegate.os.CloseableRegistry;
import dev.flamegate.os.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The files of a checkout as they are now, committed or not, without those that git ignores. A separate index lists
 * them, so nothing is staged in the user's.
 */
final class WorkingTree {
    private final Git git;
    private final Path folder;
    private final CloseableRegistry running;

    /**
     * The files of the checkout that a folder is in.
     *
     * @param running what git is started through
     */
    WorkingTree(Path folder, CloseableRegistry running) {
        this.git = new Git(folder);
        this.folder = folder;
        this.running = running;
    }

    /**
     * The hash of git's tree of these files; empty where git fails.
     *
     * @param own an empty folder, which is deleted
     * @param report folder of reports: what gates write is no source
     * @throws IOException when the index cannot be copied
     */
    Optional<String> tree(Path own, String report) throws IOException, InterruptedException {
        try {
            Path index = own.resolve("index");
            Optional<Path> users =
                    git.ask(running, "rev-parse", "--git-path", "index").map(folder::resolve);
            if (users.isPresent() && Files.exists(users.get())) {
                Files.copy(users.get(), index); // knows which files have not changed
            }
            Git apart = git.with(Map.of("GIT_INDEX_FILE", index.toString()));
            return apart.ask(running, "add", "--all", "--", ":/", except(".flamegate"), except(report))
                            .isPresent()
                    ? apart.ask(running, "write-tree")
                    : Optional.empty();
        } finally {
            FileTree.delete(own);
        }
    }

    /** The pathspec that excludes a folder. Without the stars in front, git fails if it ignores the folder. */
    private static String except(String written) {
        return ":(top,exclude,glob)**/" + written + "/**";
    }
}
