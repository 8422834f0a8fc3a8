package dev.flamegate.remote;

import dev.flamegate.os.Sha256;
import dev.flamegate.store.HistoryFile;
import dev.flamegate.store.RecordName;
import dev.flamegate.store.StoreFailed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The records that this history has shared with one remote: an empty file per record, and the pins as they last were
 * there. A record that was shared and is gone from the remote was pruned there and is not shared again.
 */
final class Marks {
    private static final int NAME_DIGITS = 16;

    private final Path folder;

    Marks(Path history, String remote) {
        this.folder = history.resolve("shared").resolve(Sha256.of(remote).substring(0, NAME_DIGITS));
    }

    boolean has(RecordName record) {
        return Files.exists(folder.resolve(record.path()));
    }

    void add(RecordName record) {
        if (!has(record)) {
            write(folder.resolve(record.path()), "");
        }
    }

    void remove(RecordName record) {
        delete(folder.resolve(record.path()));
    }

    /** The pins of the remote when it was last read. */
    Map<String, String> pins() {
        Map<String, String> pins = new TreeMap<>();
        Path place = folder.resolve("pins");
        if (Files.isDirectory(place)) {
            try (Stream<Path> files = Files.list(place)) {
                for (Path file : files.toList()) {
                    pins.put(
                            String.valueOf(file.getFileName()),
                            new String(HistoryFile.read(file, HistoryFile.MOST_PIN), StandardCharsets.UTF_8).strip());
                }
            } catch (IOException e) {
                throw new StoreFailed("the list of what was shared cannot be read: " + e, e);
            }
        }
        return pins;
    }

    /** Remembers a pin of the remote; {@code null} for none. */
    void pin(String name, @Nullable String id) {
        Path file = folder.resolve("pins").resolve(name);
        if (id == null) {
            delete(file);
        } else {
            write(file, id + "\n");
        }
    }

    private void write(Path file, String text) {
        Path beside = folder.resolve("writing-" + UUID.randomUUID());
        try {
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            Files.writeString(beside, text);
            Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new StoreFailed("the list of what was shared cannot be written: " + e, e);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new StoreFailed("the list of what was shared cannot be written: " + e, e);
        }
    }
}
