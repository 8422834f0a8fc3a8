package dev.flamegate.plan;

import dev.flamegate.plan.Node.Fields;
import dev.flamegate.plan.Node.Items;
import dev.flamegate.plan.Node.Kind;
import dev.flamegate.plan.Node.Scalar;
import java.util.List;
import java.util.Optional;

/** Reads {@code history} of a plan: the name of a folder, or a mapping. */
final class HistoryBinder {
    static final List<String> KEYS = List.of("folder", "remote");

    private HistoryBinder() {}

    static HistorySpec bind(Section file) {
        if (file.value("history").orElse(null) instanceof Fields) {
            Section history = file.section("history", KEYS);
            return new HistorySpec(
                    history.read("folder", HistorySpec.DEFAULT_FOLDER, Values::text),
                    history.read("remote", HistoryBinder::remote).orElse(null));
        }
        return new HistorySpec(file.read("history", HistorySpec.DEFAULT_FOLDER, HistoryBinder::folder), null);
    }

    private static Optional<String> folder(Value value) {
        if (value.node() instanceof Items) {
            value.wrong("a folder, or a mapping with `folder` and `remote`");
            return Optional.empty();
        }
        return Values.text(value);
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
