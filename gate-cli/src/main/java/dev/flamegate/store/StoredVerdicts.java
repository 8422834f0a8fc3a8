package dev.flamegate.store;

import dev.flamegate.os.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** The verdicts stored with the records of a history: the first one of a run, the latest of a comparison. */
public final class StoredVerdicts {
    private final Path folder;

    public StoredVerdicts(History history) {
        this.folder = history.folder();
    }

    public boolean has(RecordName of) {
        return Files.exists(place(of).resolve(VerdictFile.NAME));
    }

    /** The moment at which a record was judged; empty without a verdict. */
    public Optional<Instant> judged(RecordName of) {
        return VerdictFile.read(place(of)).map(VerdictFile::judged);
    }

    /** The verdict in the form in which it is shared. */
    public Optional<byte[]> json(RecordName of) {
        return VerdictFile.read(place(of)).map(VerdictFile::json);
    }

    /**
     * Adds the verdict of a run that has none, or of a comparison that has none or an older one.
     *
     * @param json as {@link #json} makes it
     * @return whether it was added
     * @throws StoreFailed when it is not a verdict
     */
    public boolean take(RecordName of, byte[] json) {
        Path beside = folder.resolve("writing-" + UUID.randomUUID());
        try {
            VerdictFile theirs;
            Files.createDirectories(beside);
            try {
                Files.write(beside.resolve(VerdictFile.NAME), json);
                theirs = VerdictFile.read(beside).orElseThrow();
            } finally {
                FileTree.delete(beside);
            }
            Optional<Instant> ours = judged(of);
            boolean newer = ours.isEmpty() || (!of.isRun() && theirs.judged().isAfter(ours.get()));
            if (newer && Files.isDirectory(place(of))) {
                History.writeVerdict(place(of), theirs, true);
                return true;
            }
            return false;
        } catch (IOException | StoreFailed e) {
            throw new StoreFailed("the verdict of " + of.owner() + " is not used: " + e.getMessage(), e);
        }
    }

    private Path place(RecordName of) {
        return folder.resolve(of.owner());
    }
}
