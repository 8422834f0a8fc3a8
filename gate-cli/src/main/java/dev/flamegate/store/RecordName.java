package dev.flamegate.store;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The name of one record of a history: a run, or a pair of a comparison.
 *
 * @param key of the comparison that a pair belongs to; {@code null} for a run
 * @param id of the run or the pair, sortable by time
 */
public record RecordName(@Nullable String key, String id) implements Comparable<RecordName> {
    private static final Comparator<RecordName> ORDER =
            Comparator.comparing(RecordName::id).thenComparing(RecordName::path);

    public RecordName {
        if (key != null) {
            History.checked(key);
        }
        History.checked(id);
    }

    public static RecordName run(String id) {
        return new RecordName(null, id);
    }

    public boolean isRun() {
        return key == null;
    }

    public String path() {
        return isRun() ? owner() : owner() + "/" + id;
    }

    /** The folder that holds the record's verdict: its own for a run, the comparison's for a pair. */
    public String owner() {
        return key == null ? "runs/" + id : "comparisons/" + key;
    }

    /** Compares by id, and so by time. */
    @Override
    public int compareTo(RecordName other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return isRun() ? "run " + id : "pair " + id + " of comparison " + key;
    }
}
