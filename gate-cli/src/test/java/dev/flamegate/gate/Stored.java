package dev.flamegate.gate;

import dev.flamegate.model.Pair;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** The history of a test, in the folder {@code history} of its own. A warning about what is stored fails the test. */
public final class Stored {
    private static final Consumer<String> NO_WARNING = warning -> {
        throw new AssertionError(warning);
    };

    private Stored() {}

    public static Comparisons comparisons(Path folder) {
        return new Comparisons(new History(folder.resolve("history"), NO_WARNING), NO_WARNING);
    }

    /** Of the latest comparison. */
    public static List<Pair> pairs(Path folder) {
        Comparisons store = comparisons(folder);
        return store.load(store.list().get(0).key()).orElseThrow().comparison().pairs();
    }
}
