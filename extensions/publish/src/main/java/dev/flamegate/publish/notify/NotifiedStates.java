package dev.flamegate.publish.notify;

import dev.flamegate.os.Sha256;
import dev.flamegate.store.Fields;
import dev.flamegate.store.History;
import dev.flamegate.store.HistoryFile;
import dev.flamegate.store.StoreFailed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The states that people last heard of each service: a small file each, next to the runs of a history. It is not
 * shared, and nothing is judged by it.
 * <pre>
 * told/SUBJECT.json        named by the checksum of its subject
 * </pre>
 */
final class NotifiedStates {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final Path folder;

    NotifiedStates(History history) {
        folder = history.folder().resolve("told");
    }

    /**
     * The service and kind of result that a message is about.
     *
     * @param branch empty where it is not known
     * @param comparison whether of comparisons, else of runs
     * @param key distinguishes several plans of one service; may be empty
     */
    public record Subject(String service, String branch, boolean comparison, String key) {
        /** The name of the file, equal for equal subjects only. */
        private String fileName() {
            ArrayNode parts = JSON.createArrayNode();
            parts.add(service).add(branch).add(comparison).add(key);
            return Sha256.of(parts.toString()) + ".json";
        }
    }

    /**
     * The state that people last heard.
     *
     * @param bad whether a {@code must} was broken
     * @param id of the run or comparison that showed it; {@code null} where nothing was known
     * @param judged when that was judged
     * @param broken ids of the rules that it broke
     * @param commit that was measured; {@code null} where it is not known
     * @param asOf when the latest result was judged after which people knew no more than this
     */
    public record Told(
            boolean bad,
            @Nullable String id,
            Instant judged,
            List<String> broken,
            @Nullable String commit,
            Instant asOf) {
        public Told {
            broken = List.copyOf(broken);
        }
    }

    /**
     * The state that people last heard of a subject; empty before the first message.
     *
     * @throws StoreFailed when its file cannot be read
     */
    public Optional<Told> last(Subject subject) {
        Path file = folder.resolve(subject.fileName());
        try {
            return Optional.of(read(HistoryFile.read(file, HistoryFile.MOST_SMALL)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | JacksonException | IllegalArgumentException e) {
            throw new StoreFailed(file + " cannot be read: " + e.getMessage() + ". Delete it if it is damaged.", e);
        }
    }

    /**
     * Reads the content of a file.
     *
     * @throws JacksonException when it is not JSON
     * @throws IllegalArgumentException when it is other JSON
     */
    static Told read(byte[] json) {
        Fields told = new Fields(JSON.readTree(json), "what was told");
        return new Told(
                told.flag("bad"),
                told.textOrNull("id"),
                told.instant("judged"),
                told.texts("broken"),
                told.textOrNull("commit"),
                told.instant("asOf"));
    }

    /**
     * Notes a state that people have heard of, unless a later one is noted.
     *
     * @throws StoreFailed when it cannot be written
     */
    public void note(Subject subject, Told told) {
        if (isLater(subject, told.asOf())) {
            return;
        }
        ObjectNode json = JSON.createObjectNode();
        json.put("service", subject.service());
        json.put("branch", subject.branch());
        json.put("kind", subject.comparison() ? "comparison" : "run");
        json.put("key", subject.key());
        json.put("bad", told.bad());
        json.put("id", told.id());
        json.put("judged", told.judged().toString());
        told.broken().forEach(json.putArray("broken")::add);
        json.put("commit", told.commit());
        json.put("asOf", told.asOf().toString());
        try {
            Files.createDirectories(folder);
            History.write(folder.resolve(subject.fileName()), JSON.writeValueAsBytes(json), true);
        } catch (IOException e) {
            throw new StoreFailed("what was told could not be noted in " + folder + ": " + e, e);
        }
    }

    private boolean isLater(Subject subject, Instant asOf) {
        try {
            return last(subject).filter(known -> known.asOf().isAfter(asOf)).isPresent();
        } catch (StoreFailed e) {
            return false; // damaged: written again
        }
    }
}
