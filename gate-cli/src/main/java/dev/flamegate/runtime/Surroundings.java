package dev.flamegate.runtime;

import dev.flamegate.plan.Placeholders;
import dev.flamegate.targets.Neighbour;
import dev.flamegate.targets.WorkFolder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The programs and the work folder that are ready for one start of a target. Closing them ends the programs of this
 * start, the last first, and deletes the folder.
 *
 * @param beside in the order of the plan
 * @param ofTrial those of them that end with it
 * @param folder of the target; {@code null} for none
 */
public record Surroundings(
        List<Neighbour> beside,
        List<Neighbour> ofTrial,
        @Nullable WorkFolder folder) implements AutoCloseable {
    /** No programs and no folder. */
    public static final Surroundings NONE = new Surroundings(List.of(), List.of(), null);

    public Surroundings {
        beside = List.copyOf(beside);
        ofTrial = List.copyOf(ofTrial);
    }

    Surroundings with(Neighbour one, boolean endsWithTrial) {
        return new Surroundings(and(beside, one), endsWithTrial ? and(ofTrial, one) : ofTrial, folder);
    }

    private static List<Neighbour> and(List<Neighbour> some, Neighbour one) {
        return Stream.concat(some.stream(), Stream.of(one)).toList();
    }

    Surroundings with(WorkFolder own) {
        return new Surroundings(beside, ofTrial, own);
    }

    /** The addresses of the programs, and the folder. */
    public Placeholders values() {
        Map<String, String> values = new LinkedHashMap<>();
        beside.forEach(one -> values.put(Placeholders.beside(one.name()), one.address()));
        if (folder != null) {
            values.put(Placeholders.WORK, folder.path().toString());
        }
        return new Placeholders(values);
    }

    /**
     * Checks that the programs still run.
     *
     * @throws dev.flamegate.targets.TargetFailed when one has ended
     */
    public void checkAlive() {
        beside.forEach(Neighbour::checkAlive);
    }

    @Override
    public void close() {
        for (int i = ofTrial.size() - 1; i >= 0; i--) {
            ofTrial.get(i).close();
        }
        if (folder != null) {
            folder.close();
        }
    }
}
