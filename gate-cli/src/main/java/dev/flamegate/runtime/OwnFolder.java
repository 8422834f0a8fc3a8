package dev.flamegate.runtime;

import dev.flamegate.os.GitCommand;
import dev.flamegate.os.Program;
import dev.flamegate.targets.TargetFailed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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
        List<String> command = new ArrayList<>(GitCommand.in(folder));
        command.addAll(List.of("ls-files", "-z", "--", NAME));
        String listed;
        try {
            listed = Program.of(command).ask().orElse("");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        String stored = "";
        for (String file : listed.split("\0", -1)) {
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
}
