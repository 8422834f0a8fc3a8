package dev.flamegate.remote;

import dev.flamegate.os.FileTree;
import dev.flamegate.store.History;
import dev.flamegate.store.Records;
import dev.flamegate.store.StoreFailed;
import dev.flamegate.store.StoredVerdicts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The two sides of an exchange of records: a history here and a remote.
 *
 * @param history here
 * @param records of it
 * @param verdicts of it
 * @param remote there
 * @param marks of what was shared with the remote
 * @param warnings gets a sentence for each record that is not used
 */
record HistoryExchange(
        History history,
        Records records,
        StoredVerdicts verdicts,
        Remote remote,
        Marks marks,
        Consumer<String> warnings) {
    /** Uses files that are deleted afterwards. */
    interface FileUse {
        void with(Map<String, Path> files) throws InterruptedException;
    }

    static HistoryExchange of(History history, Remote remote, Consumer<String> warnings) {
        return new HistoryExchange(
                history,
                new Records(history),
                new StoredVerdicts(history),
                remote,
                new Marks(history.folder(), remote.text()),
                warnings);
    }

    /**
     * Lists the remote's objects; objects that do not belong there are reported.
     *
     * @param service whose records are asked for, besides all pins; {@code null} for all services
     */
    SharedIndex index(@Nullable String service) throws InterruptedException {
        SharedIndex index =
                new SharedIndex(service == null ? remote.list() : remote.list(SharedIndex.beginnings(service)));
        if (!index.foreign().isEmpty()) {
            warnings.accept(remote.text() + " holds " + index.foreign().size()
                    + (index.foreign().size() == 1 ? " object" : " objects")
                    + " that do not belong to a history, such as \""
                    + printable(index.foreign().get(0)) + "\"; ignored");
        }
        return index;
    }

    Map<String, String> pins(SharedIndex index) throws InterruptedException {
        Map<String, String> pins = new TreeMap<>();
        fetch(
                index.pins().stream().map(pin -> "pins/" + pin).toList(),
                files -> files.forEach((name, file) -> {
                    String id = read(file).strip();
                    if (id.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,100}")) {
                        pins.put(name.substring("pins/".length()), id);
                    } else {
                        warnings.accept("the shared " + name + " is not used: it does not name a run");
                    }
                }));
        return pins;
    }

    /** Fetches objects, uses them, and deletes their files. */
    void fetch(List<String> names, FileUse use) throws InterruptedException {
        if (names.isEmpty()) {
            return;
        }
        Path beside = history.folder().resolve("writing-" + UUID.randomUUID());
        try {
            Files.createDirectories(beside);
            try {
                use.with(remote.fetch(names, beside));
            } finally {
                FileTree.delete(beside);
            }
        } catch (IOException e) {
            throw new StoreFailed("what is shared at " + remote.text() + " could not be fetched: " + e, e);
        }
    }

    /** The text of a small file, up to the size a verdict can have. */
    static String read(Path file) {
        try (var in = Files.newInputStream(file)) {
            return new String(in.readNBytes(1 << 20), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new StoreFailed(file + " cannot be read: " + e, e);
        }
    }

    private static String printable(String name) {
        return (name.length() > 80 ? name.substring(0, 80) + "…" : name).replaceAll("[\\p{Cntrl}\"]", "?");
    }
}
