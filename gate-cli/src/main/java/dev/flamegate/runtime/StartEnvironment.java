package dev.flamegate.runtime;

import dev.flamegate.plan.Placeholders;
import dev.flamegate.targets.Beside;
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
public record StartEnvironment(
        List<Beside> beside, List<Beside> ofTrial, @Nullable WorkFolder folder) implements AutoCloseable {
    /** No programs and no folder. */
    public static final StartEnvironment NONE = new StartEnvironment(List.of(), List.of(), null);

    public StartEnvironment {
        beside = List.copyOf(beside);
        ofTrial = List.copyOf(ofTrial);
    }

    StartEnvironment with(Beside one, boolean endsWithTrial) {
        return new StartEnvironment(and(beside, one), endsWithTrial ? and(ofTrial, one) : ofTrial, folder);
    }

    private static List<Beside> and(List<Beside> some, Beside one) {
        return Stream.concat(some.stream(), Stream.of(one)).toList();
    }

    StartEnvironment with(WorkFolder own) {
        return new StartEnvironment(beside, ofTrial, own);
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
        beside.forEach(Beside::checkAlive);
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
