package dev.flamegate.runtime;

import dev.flamegate.os.Checkout;
import dev.flamegate.os.GitCommand;
import dev.flamegate.targets.TargetFailed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The gate's own folder next to the plan, {@code .flamegate}. It contains jars that are taken for builds of a revision,
 * and processes that the next gate ends: anyone who can commit to it controls both.
 */
final class OwnFolder {
    private static final String NAME = ".flamegate";

    private OwnFolder() {}

    /**
     * Refuses a folder with files that were committed, but for stored runs, of which it warns.
     *
     * @throws TargetFailed when builds or notes of processes are committed
     */
    static void check(Path folder, Progress progress) {
        Optional<String> listed;
        try {
            // Where names differ by case alone, .Flamegate is the same folder.
            listed = GitCommand.in(folder, List.of("ls-files", "-z", "--", ":(icase)" + NAME))
                    .ask();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        if (listed.isEmpty() && Checkout.root(folder).isPresent()) {
            refuseUnknown(folder);
        }
        String stored = "";
        for (String file : listed.orElse("").split("\0", -1)) {
            if (file.startsWith(NAME + "/history/")) {
                stored = file;
            } else if (!file.isEmpty()) {
                throw new TargetFailed(file + " is committed, but what lies in " + NAME
                        + " is taken for what the gate itself put there.\nRemove it: git rm -r --cached " + NAME
                        + ", and add " + NAME + "/ to .gitignore.");
            }
        }
        if (!stored.isEmpty()) {
            progress.warn(stored + " is committed: whoever proposes a change decides what it is compared with;"
                    + " git rm -r --cached " + NAME + " removes it");
        }
    }

    /** Refuses what may have been committed, where git does not say whether it was. */
    private static void refuseUnknown(Path folder) {
        for (String part : List.of("builds", "running")) {
            Path place = folder.resolve(NAME).resolve(part);
            try (Stream<Path> files = Files.exists(place) ? Files.list(place) : Stream.empty()) {
                if (files.findAny().isPresent()) {
                    throw unknown(part);
                }
            } catch (IOException e) {
                throw unknown(part);
            }
        }
    }

    private static TargetFailed unknown(String part) {
        return new TargetFailed(
                "git does not say whether " + NAME + "/" + part + " is committed, and what lies there is"
                        + " taken for what the gate itself put there.\nDelete it, or let git read this checkout: `git status`"
                        + " says what is wrong.");
    }
}
