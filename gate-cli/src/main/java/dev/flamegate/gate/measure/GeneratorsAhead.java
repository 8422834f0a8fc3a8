package dev.flamegate.gate.measure;

import dev.flamegate.load.Load;
import dev.flamegate.model.Arm;
import dev.flamegate.os.FileTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The load generators of the next pair, which start while the pair before it ends, or the first is prepared. */
final class GeneratorsAhead implements AutoCloseable {
    private final BiFunction<Arm, Path, Load> starts;
    private final Map<Arm, Load> running = new EnumMap<>(Arm.class);
    private @Nullable Path ofPair;

    /**
     * Starts none yet.
     *
     * @param starts starts one for an arm, with the folder of the pair's logs
     */
    GeneratorsAhead(BiFunction<Arm, Path, Load> starts) {
        this.starts = starts;
    }

    /**
     * Starts those of a pair, unless some run already.
     *
     * @param next the folder of its logs
     */
    void start(Path next) {
        if (running.isEmpty()) {
            ofPair = next;
            for (Arm arm : Arm.values()) {
                running.put(arm, starts.apply(arm, next));
            }
        }
    }

    /** The generator of an arm, which is now the caller's to end; {@code null} if none was started ahead. */
    @Nullable
    Load take(Arm arm) {
        return running.remove(arm);
    }

    /** Ends those of a pair that did not follow, and removes their files. */
    @Override
    public void close() {
        if (!running.isEmpty()) {
            running.values().parallelStream().forEach(Load::close);
            running.clear();
            try {
                FileTree.delete(Objects.requireNonNull(ofPair));
            } catch (IOException e) {
                // A folder of logs too many does no harm.
            }
        }
    }
}
