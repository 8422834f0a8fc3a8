package dev.flamegate.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Room for stored runs, and the right to write them. */
final class HistoryCheck implements Check {
    private static final double LEAST = 100 * 1024 * 1024;
    private static final double PLENTY = 1024 * 1024 * 1024;

    private final Situation situation;

    HistoryCheck(Situation situation) {
        this.situation = situation;
    }

    @Override
    public String id() {
        return "history";
    }

    @Override
    public Group group() {
        return Group.PLAN;
    }

    @Override
    public CheckResult look() throws IOException {
        Path folder = situation.history();
        Path there = folder;
        while (there.getParent() != null && !Files.exists(there)) {
            there = there.getParent();
        }
        String shown = folder.startsWith(situation.folder())
                ? situation.folder().relativize(folder).toString()
                : folder.toString();
        String elsewhere =
                "Make room there (`flamegate history prune`), or choose another place: history: in the plan.";
        if (!Files.isDirectory(there)) {
            return CheckResult.fail(there + " is no folder: runs cannot be stored in " + shown, elsewhere);
        }
        if (!Files.isWritable(there)) {
            return CheckResult.fail(
                    "runs cannot be stored in " + shown + ": you may not write to " + there,
                    "Change the rights of the folder, or choose another place: history: in the plan.");
        }
        double free = Files.getFileStore(there).getUsableSpace();
        String message = Words.bytes(free) + " free for stored runs in " + shown;
        CheckResult result = free < LEAST
                ? CheckResult.fail(message, elsewhere)
                : free < PLENTY ? CheckResult.warn(message, elsewhere) : CheckResult.ok(message);
        return result.with("freeBytes", free);
    }
}
