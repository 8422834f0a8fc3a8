package dev.flamegate.plan;

import dev.flamegate.model.rule.Rule;
import dev.flamegate.plan.yaml.Node;
import dev.flamegate.plan.yaml.Node.Items;
import dev.flamegate.plan.yaml.PlanProblems;
import dev.flamegate.plan.yaml.Problems;
import dev.flamegate.plan.yaml.Section;
import dev.flamegate.plan.yaml.Source;
import dev.flamegate.plan.yaml.Source.Position;
import dev.flamegate.plan.yaml.Words;
import dev.flamegate.plan.yaml.YamlReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public final class RulesReader {
    static final List<String> KEYS = List.of("version", "indicators", "rules");

    private final Problems problems = new Problems();
    private final IndicatorReader indicators = new IndicatorReader();
    private final Map<String, Position> ids = new HashMap<>();

    private RulesReader() {}

    /**
     * The rules of all files as one set. A rule may use an indicator that another file defines; ids are unique across
     * all of them.
     *
     * @return an empty set when there are no files
     * @throws PlanProblems with everything that is wrong with any of the files
     */
    public static RuleSet read(List<Source> sources) {
        return new RulesReader().readAll(sources);
    }

    private RuleSet readAll(List<Source> sources) {
        List<Section> files = new ArrayList<>();
        for (Source source : sources) {
            YamlReader.read(source, problems)
                    .map(root -> Section.of(root, "", problems, KEYS))
                    .filter(Section::versionIsKnown)
                    .ifPresent(files::add);
        }
        files.forEach(indicators::read);
        List<Rule> rules = new ArrayList<>();
        for (Section file : files) {
            if (!file.means("rules") && !file.means("indicators")) {
                problems.add(file.at(), "the file has neither `rules` nor `indicators`");
            }
            file.value("rules").ifPresent(node -> read(node, rules));
        }
        if (rules.isEmpty() && !sources.isEmpty() && problems.count() == 0) {
            Position start = new Position(sources.get(0), 1, 1);
            problems.add(start, "no rule in any file: a gate without rules would pass whatever happens");
        }
        problems.throwIfAny();
        return new RuleSet(rules, indicators.all());
    }

    private void read(Node node, List<Rule> rules) {
        if (!(node instanceof Items items)) {
            problems.add(node.at(), "`rules` takes a list of rules, each after a `-`, not " + node.describe());
            return;
        }
        if (items.items().isEmpty()) {
            problems.add(node.at(), "`rules` is empty");
        }
        for (Node item : items.items()) {
            Section section = Section.of(item, "rule", problems, RuleReader.KEYS);
            RuleReader.read(section, indicators).ifPresent(rules::add);
            section.value("id").ifPresent(this::mustBeUnique);
        }
    }

    private void mustBeUnique(Node id) {
        if (id instanceof Node.Scalar scalar) {
            Position first = ids.putIfAbsent(scalar.value(), scalar.at());
            if (first != null) {
                problems.add(
                        scalar.at(),
                        "the id `" + Words.brief(scalar.value()) + "` is already used by the rule at " + first.text());
            }
        }
    }
}
