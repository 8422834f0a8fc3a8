package dev.flamegate.plan;

import dev.flamegate.plan.yaml.Node.Fields;
import dev.flamegate.plan.yaml.Node.Items;
import dev.flamegate.plan.yaml.Node.Kind;
import dev.flamegate.plan.yaml.Node.Scalar;
import dev.flamegate.plan.yaml.Section;
import dev.flamegate.plan.yaml.Value;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The place of stored runs.
 *
 * @param folder as written, relative to the plan's folder
 * @param remote where they are shared; {@code null} if they are not
 */
public record HistorySpec(String folder, @Nullable RemoteSpec remote) {
    static final List<String> KEYS = List.of("folder", "remote");

    public static final String DEFAULT_FOLDER = ".flamegate/history";

    /** Reads the place from the plan file; wrong values are recorded as problems and replaced by the default. */
    static HistorySpec read(Section file) {
        if (file.value("history").orElse(null) instanceof Fields) {
            Section history = file.section("history", KEYS);
            return new HistorySpec(
                    history.read("folder", HistorySpec.DEFAULT_FOLDER, Value::text),
                    history.read("remote", HistorySpec::remote).orElse(null));
        }
        return new HistorySpec(file.read("history", HistorySpec.DEFAULT_FOLDER, HistorySpec::folder), null);
    }

    private static Optional<String> folder(Value value) {
        if (value.node() instanceof Items) {
            value.wrong("a folder, or a mapping with `folder` and `remote`");
            return Optional.empty();
        }
        return value.text();
    }

    private static Optional<RemoteSpec> remote(Value value) {
        if (!(value.node() instanceof Scalar scalar) || scalar.kind() != Kind.TEXT) {
            value.wrong("`s3://BUCKET/PREFIX` or `git:REPOSITORY#BRANCH`");
            return Optional.empty();
        }
        try {
            return Optional.of(RemoteSpec.parse(scalar.value()));
        } catch (IllegalArgumentException refused) {
            value.problems().add(scalar.at(), "`" + value.name() + "`: " + refused.getMessage());
            return Optional.empty();
        }
    }
}
