package dev.flamegate.plan;

import dev.flamegate.plan.yaml.Node.Kind;
import dev.flamegate.plan.yaml.Node.Scalar;
import dev.flamegate.plan.yaml.Section;
import dev.flamegate.plan.yaml.Value;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The place of stored runs.
 *
 * @param folder as written, relative to the plan's folder
 * @param remote where they are shared; {@code null} if they are not
 */
public record HistorySpec(String folder, @Nullable RemoteSpec remote) {
    private static final Pattern SHARED = Pattern.compile("(?:s3|git):");

    public static final String DEFAULT_FOLDER = ".flamegate/history";

    /** Reads the place from the plan file; wrong values are recorded as problems and replaced by the default. */
    static HistorySpec read(Section file) {
        return file.read("history", new HistorySpec(DEFAULT_FOLDER, null), HistorySpec::place);
    }

    private static Optional<HistorySpec> place(Value value) {
        if (!(value.node() instanceof Scalar scalar)) {
            value.wrong("a folder, or where it is shared: `s3://BUCKET/PREFIX` or `git:REPOSITORY#BRANCH`");
            return Optional.empty();
        }
        if (scalar.kind() != Kind.TEXT || !SHARED.matcher(scalar.value()).lookingAt()) {
            return value.text().map(folder -> new HistorySpec(folder, null));
        }
        try {
            return Optional.of(new HistorySpec(DEFAULT_FOLDER, RemoteSpec.parse(scalar.value())));
        } catch (IllegalArgumentException refused) {
            value.problems().add(scalar.at(), "`" + value.name() + "`: " + refused.getMessage());
            return Optional.empty();
        }
    }
}
