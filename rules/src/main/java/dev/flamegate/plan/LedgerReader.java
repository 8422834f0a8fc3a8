package dev.flamegate.plan;

import dev.flamegate.model.Acceptance;
import dev.flamegate.plan.Node.Items;
import java.util.ArrayList;
import java.util.List;

/** Reads the ledger of accepted growths: {@code flamegate-accepted.yaml} beside the plan. */
public final class LedgerReader {
    /** The name of the file. */
    public static final String FILE = "flamegate-accepted.yaml";

    static final List<String> KEYS = List.of("version", "accepted");

    private LedgerReader() {}

    /**
     * The entries of a ledger that are about these rules; others are left to the plan whose they are.
     *
     * @throws PlanProblems with everything that is wrong in it
     */
    public static List<Acceptance> read(Source source, RuleSet rules) {
        Problems problems = new Problems();
        List<Acceptance> entries = new ArrayList<>();
        for (Node item : items(source, problems)) {
            Section entry = Section.of(item, "accepted", problems, AcceptanceBinder.KEYS);
            AcceptanceBinder.bind(entry, rules).ifPresent(entries::add);
        }
        problems.throwIfAny();
        return entries;
    }

    /** The entries as they stand in the file; none where it cannot be read, with the problems recorded. */
    static List<Node> items(Source source, Problems problems) {
        return YamlReader.read(source, problems)
                .map(root -> Section.of(root, "", problems, KEYS))
                .filter(Section::versionIsKnown)
                .flatMap(file -> {
                    file.require("accepted", "a list of entries, each after a `-`; `flamegate accept` writes them");
                    return file.value("accepted");
                })
                .map(node -> {
                    if (node instanceof Items items) {
                        return items.items();
                    }
                    problems.add(
                            node.at(), "`accepted` takes a list of entries, each after a `-`, not " + node.describe());
                    return List.<Node>of();
                })
                .orElse(List.of());
    }
}
