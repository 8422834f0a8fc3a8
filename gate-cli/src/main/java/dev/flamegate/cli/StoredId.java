package dev.flamegate.cli;

import dev.flamegate.store.History;
import dev.flamegate.store.StoredRun;
import java.util.List;

/** How people name a stored run: by its id, a beginning of it that is unique, a pin, or {@code latest}. */
final class StoredId {
    private StoredId() {}

    /**
     * The id meant.
     *
     * @throws UsageProblem when none or several runs are meant
     */
    static String of(String name, History history) {
        List<String> ids = history.list().stream().map(StoredRun::id).toList();
        if (name.equals("latest")) {
            if (ids.isEmpty()) {
                throw new UsageProblem("no run is stored in " + history.folder() + " yet");
            }
            return ids.get(0);
        }
        String pinned = history.allPins().get(name);
        if (pinned != null) {
            return pinned;
        }
        List<String> meant = ids.stream().filter(id -> id.startsWith(name)).toList();
        if (ids.contains(name) || meant.size() == 1) {
            return ids.contains(name) ? name : meant.get(0);
        }
        throw new UsageProblem(
                meant.isEmpty()
                        ? "there is no run " + name + " in " + history.folder()
                                + "; `flamegate history list` shows those there are"
                        : name + " is the beginning of " + meant.size() + " runs: " + String.join(", ", meant));
    }
}
