package dev.flamegate.store;

import dev.flamegate.os.FileTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Adds the records of an archive to a history. Every record is read whole and checked against its checksums before it
 * is moved into place; what the history already has stays as it is.
 */
public final class HistoryImport {
    /**
     * The result of an import.
     *
     * @param runs that are new here
     * @param pairs of comparisons that are new here
     * @param known records that were already here
     * @param refused records that are not used, for the reasons reported
     */
    public record Imported(int runs, int pairs, int known, int refused) {}

    private final History history;
    private final Consumer<String> warnings;
    private int runs;
    private int pairs;
    private int known;
    private int refused;

    private HistoryImport(History history, Consumer<String> warnings) {
        this.history = history;
        this.warnings = warnings;
    }

    /**
     * Imports an archive as {@link HistoryExport} writes it, wherever it comes from.
     *
     * @param warnings gets a sentence for each record that is not used
     * @throws StoreFailed when the archive cannot be read, contains anything but a history, or is larger than any
     */
    public static Imported read(History history, Path archive, Consumer<String> warnings) {
        return new HistoryImport(history, warnings).read(archive);
    }

    private Imported read(Path archive) {
        try {
            Files.createDirectories(history.folder());
            Path beside = Files.createDirectory(history.folder().resolve("writing-" + UUID.randomUUID()));
            try {
                ArchiveReader.unpack(archive, beside);
                for (Path run : Comparisons.places(beside.resolve("runs"))) {
                    takeRun(run);
                }
                for (Path comparison : Comparisons.places(beside.resolve("comparisons"))) {
                    takeComparison(comparison);
                }
                takePins(beside.resolve("pins"));
            } finally {
                FileTree.delete(beside);
            }
        } catch (IOException e) {
            throw new StoreFailed("the archive " + archive + " could not be imported: " + e, e);
        }
        return new Imported(runs, pairs, known, refused);
    }

    private void takeRun(Path from) throws IOException {
        String id = String.valueOf(from.getFileName());
        Path to = history.folder().resolve("runs").resolve(id);
        if (take(from, to, () -> RunRecord.read(id, from))) {
            runs++;
        }
        takeVerdict(from, to);
    }

    private void takeComparison(Path from) throws IOException {
        Path to = history.folder().resolve("comparisons").resolve(String.valueOf(from.getFileName()));
        for (Path pair : Comparisons.pairs(from)) {
            if (take(pair, to.resolve(String.valueOf(pair.getFileName())), () -> Comparisons.check(pair))) {
                pairs++;
            }
        }
        takeVerdict(from, to);
    }

    /** Moves a record to its place unless one is there already; true if it was moved. */
    private boolean take(Path from, Path to, Runnable check) throws IOException {
        if (Files.exists(to)) {
            if (isSame(from, to)) {
                known++;
            } else {
                refuse(to.getFileName() + " is already stored here with other content");
            }
            return false;
        }
        try {
            check.run();
        } catch (StoreFailed e) {
            refuse(String.valueOf(e.getMessage()));
            return false;
        }
        if (!move(from, to)) {
            known++;
            return false;
        }
        return true;
    }

    /** Moves a record to its place atomically; false when another gate has just stored it. */
    static boolean move(Path from, Path to) throws IOException {
        Files.createDirectories(to.getParent() == null ? to : to.getParent());
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (FileSystemException e) {
            // Linux reports "directory not empty" only in the message.
            if (!Files.exists(to)) {
                throw e;
            }
            return false;
        }
    }

    private void refuse(String reason) {
        refused++;
        warnings.accept("a record of the archive is not used: " + reason);
    }

    private static boolean isSame(Path one, Path other) throws IOException {
        for (String sums : List.of("SHA256SUMS", "baseline/SHA256SUMS", "candidate/SHA256SUMS")) {
            Path here = one.resolve(sums);
            Path there = other.resolve(sums);
            if (Files.exists(here) != Files.exists(there)
                    || (Files.exists(here) && !Arrays.equals(Files.readAllBytes(here), Files.readAllBytes(there)))) {
                return false;
            }
        }
        return true;
    }

    /** Adds the verdict of a record that has none here, or an older one; does nothing when the record was not added. */
    private void takeVerdict(Path from, Path to) throws IOException {
        if (!Files.isDirectory(to) || !Files.exists(from.resolve(VerdictFile.NAME))) {
            return;
        }
        try {
            Optional<VerdictFile> theirs = VerdictFile.read(from);
            Optional<VerdictFile> ours = VerdictFile.read(to);
            boolean comparison = !Files.exists(to.resolve("run.json"));
            boolean newer = theirs.isPresent()
                    && (ours.isEmpty()
                            || (comparison
                                    && theirs.get().judged().isAfter(ours.get().judged())));
            if (newer) {
                History.writeVerdict(to, theirs.get(), true);
            }
        } catch (StoreFailed e) {
            refuse(String.valueOf(e.getMessage()));
        }
    }

    private void takePins(Path pins) throws IOException {
        if (!Files.isDirectory(pins)) {
            return;
        }
        try (var files = Files.list(pins)) {
            for (Path file : files.sorted().toList()) {
                String name = String.valueOf(file.getFileName());
                String id = new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip();
                String here = history.allPins().get(name);
                if (here == null) {
                    try {
                        history.pin(name, id);
                    } catch (StoreFailed e) {
                        refuse("pin " + name + ": " + e.getMessage());
                    }
                } else if (!here.equals(id)) {
                    refuse("pin " + name + " is run " + here + " here, and " + id + " there");
                }
            }
        }
    }
}
