package dev.flamegate.store;

import dev.flamegate.model.Run;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.os.FileTree;
import dev.flamegate.profile.ProfiledRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A folder of stored runs. Several gates may write to it at the same time. */
public final class History {
    private final Path folder;
    private final Consumer<String> warnings;
    private volatile @Nullable String incomplete;

    /**
     * A history in a folder, which need not exist yet.
     *
     * @param warnings gets a sentence for each record that is skipped
     */
    public History(Path folder, Consumer<String> warnings) {
        this.folder = folder;
        this.warnings = warnings;
    }

    public Path folder() {
        return folder;
    }

    /** Sets the reason why runs may be missing here; reports mention it if no baseline is found. */
    public void mayLack(String why) {
        incomplete = why;
    }

    /** The reason why runs may be missing here; {@code null} if they should all be here. */
    @Nullable
    String incomplete() {
        return incomplete;
    }

    /**
     * Stores a run that is not in the history yet.
     *
     * @throws StoreFailed when it cannot be written, or there is a run of this id
     */
    public void save(ProfiledRun profiled) {
        String id = checked(profiled.run().id());
        Path place = runs().resolve(id);
        try {
            Files.createDirectories(runs());
            Path beside = freshFolder("writing-");
            try {
                RunRecord.write(profiled, beside);
                if (Files.exists(place)) {
                    throw new StoreFailed("run " + id + " is already stored; stored runs never change");
                }
                Files.move(beside, place, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                FileTree.delete(beside);
            }
        } catch (IOException e) {
            throw new StoreFailed("run " + id + " could not be stored in " + folder + ": " + reason(e), e);
        }
    }

    /** Stores the verdict of a run's first judging with its reasons; later judgings do not change it. */
    public void saveVerdict(String id, Judgement judgement, Instant judged) {
        try {
            writeVerdict(runs().resolve(checked(id)), VerdictFile.of(judgement, judged), false);
        } catch (FileAlreadyExistsException e) {
            return;
        } catch (IOException e) {
            throw new StoreFailed("the verdict of run " + id + " could not be stored: " + reason(e), e);
        }
    }

    /**
     * A run with its profiles.
     *
     * @throws StoreFailed when there is no run of this id, or its record was edited or is incomplete
     */
    public ProfiledRun load(String id) {
        return RunRecord.read(id, place(id));
    }

    /** Like {@link #load}, without the profiles: much faster where only measurements are needed. */
    public Run loadRun(String id) {
        return RunRecord.readRun(id, place(id));
    }

    /** All stored runs, latest first; a damaged record, unless it was just deleted, is skipped with a warning. */
    public List<StoredRun> list() {
        if (!Files.isDirectory(runs())) {
            return List.of();
        }
        List<StoredRun> all = new ArrayList<>();
        try (Stream<Path> places = Files.list(runs())) {
            for (Path place : places.sorted(Comparator.reverseOrder()).toList()) {
                try {
                    all.add(stored(place));
                } catch (StoreFailed e) {
                    if (Files.exists(place)) {
                        warnings.accept(e.getMessage());
                    }
                }
            }
        } catch (IOException e) {
            throw new StoreFailed("the history in " + folder + " cannot be read: " + reason(e), e);
        }
        all.sort(Comparator.comparing((StoredRun run) -> run.head().started())
                .thenComparing(StoredRun::id)
                .reversed());
        return all;
    }

    /** Gives a stored run a name, and takes it from the run that had it. */
    public void pin(String name, String id) {
        if (!Files.isDirectory(runs().resolve(checked(id)))) {
            throw new StoreFailed("there is no run " + id + " in " + folder + " to pin");
        }
        try {
            Files.createDirectories(pins());
            write(pins().resolve(checked(name)), (id + "\n").getBytes(StandardCharsets.UTF_8), true);
        } catch (IOException e) {
            throw new StoreFailed("pin " + name + " could not be written: " + reason(e), e);
        }
    }

    /** Removes a name; the run stays. */
    public void unpin(String name) {
        try {
            if (!Files.deleteIfExists(pins().resolve(checked(name)))) {
                throw new StoreFailed("there is no pin " + name + "; the pins are "
                        + String.join(", ", allPins().keySet()));
            }
        } catch (IOException e) {
            throw new StoreFailed("pin " + name + " could not be removed: " + reason(e), e);
        }
    }

    /** The ids of pinned runs, by pin; what is no pin is skipped with a warning. */
    public Map<String, String> allPins() {
        Map<String, String> pins = new TreeMap<>();
        if (Files.isDirectory(pins(), LinkOption.NOFOLLOW_LINKS)) {
            try (Stream<Path> files = Files.list(pins())) {
                for (Path file : files.filter(file -> !isHidden(file)).toList()) {
                    try {
                        String id = new String(HistoryFile.read(file, HistoryFile.MOST_PIN), StandardCharsets.UTF_8)
                                .strip();
                        pins.put(checked(String.valueOf(file.getFileName())), checked(id));
                    } catch (NoSuchFileException e) {
                        continue; // unpinned meanwhile
                    } catch (IOException | StoreFailed e) {
                        warnings.accept("the pin " + file.getFileName() + " is skipped: it does not name a run");
                    }
                }
            } catch (IOException e) {
                throw new StoreFailed("the pins in " + folder + " cannot be read: " + reason(e), e);
            }
        }
        return pins;
    }

    /** True for a file that is being written. */
    private static boolean isHidden(Path file) {
        return String.valueOf(file.getFileName()).startsWith(".");
    }

    /** Deletes a run, unless it is pinned. */
    public void delete(String id) {
        allPins().forEach((name, pinned) -> {
            if (pinned.equals(id)) {
                throw new StoreFailed("run " + id + " is pinned as " + name + ": unpin it first");
            }
        });
        try {
            Path grave = freshFolder("deleting-");
            try {
                Files.move(runs().resolve(checked(id)), grave.resolve(id), StandardCopyOption.ATOMIC_MOVE);
            } finally {
                FileTree.delete(grave);
            }
        } catch (NoSuchFileException e) {
            throw new StoreFailed("there is no run " + id + " in " + folder, e);
        } catch (IOException e) {
            throw new StoreFailed("run " + id + " could not be deleted: " + reason(e), e);
        }
    }

    private static StoredRun stored(Path place) {
        Optional<VerdictFile> verdict = VerdictFile.read(place);
        return new StoredRun(
                RunRecord.readHead(place),
                verdict.map(VerdictFile::verdict),
                verdict.map(VerdictFile::broken).orElse(List.of()));
    }

    static void writeVerdict(Path place, VerdictFile verdict, boolean replace) throws IOException {
        write(place.resolve(VerdictFile.NAME), verdict.json(), replace);
    }

    public static void write(Path file, byte[] content, boolean replace) throws IOException {
        Path parent = Objects.requireNonNull(file.getParent());
        if (!replace && Files.exists(file)) {
            throw new FileAlreadyExistsException(file.toString());
        }
        Path beside = parent.resolve("." + UUID.randomUUID() + ".writing");
        try {
            Files.write(beside, content);
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(beside);
        }
    }

    /**
     * A folder for a record that is not yet, or no longer, in its place. It is outside all that is listed, so that half
     * a record is never read. It becomes the record, so its permissions are those of the umask, unlike a temporary
     * folder's.
     */
    Path freshFolder(String prefix) throws IOException {
        return Files.createDirectory(folder.resolve(prefix + UUID.randomUUID()));
    }

    /** Checks a name that becomes a file name: no separators, and no way out of the folder. */
    static String checked(String name) {
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,100}")) {
            throw new StoreFailed("\"" + name + "\" cannot name a run or a pin: letters, digits, '.', '_' and '-' can");
        }
        return name;
    }

    private static String reason(IOException e) {
        return e.getClass().getSimpleName() + ": " + e.getMessage();
    }

    private Path place(String id) {
        Path place = runs().resolve(checked(id));
        if (!Files.isDirectory(place)) {
            throw new StoreFailed("there is no run " + id + " in " + folder + "; `flamegate history list` shows them");
        }
        return place;
    }

    private Path runs() {
        return folder.resolve("runs");
    }

    private Path pins() {
        return folder.resolve("pins");
    }
}
