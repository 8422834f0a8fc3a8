package dev.flamegate.trends.site;

import dev.flamegate.cli.history.FalseAlarms;
import dev.flamegate.format.Names;
import dev.flamegate.model.finding.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The list of runs and comparisons.
 *
 * @param counts how many there are of each verdict, and how many unchanged builds failed, in words
 */
public record RunsPage(String counts, List<Filter> filters, List<RunRow> rows) {
    /** Maximum number of services, branches and tags with a separate filter: those with the most entries. */
    private static final int MOST_CHOICES = 30;

    /** Maximum number of broken rules shown in a row. */
    private static final int MOST_BROKEN = 3;

    private static final List<Verdict> WORST_FIRST =
            List.of(Verdict.FAIL, Verdict.WARN, Verdict.INCONCLUSIVE, Verdict.INVALID, Verdict.PASS);

    /**
     * One group of choices.
     *
     * @param name of the group, for its elements
     */
    public record Filter(String name, String title, List<Choice> choices) {}

    /**
     * One choice.
     *
     * @param key class of the rows it leaves; empty for all
     */
    public record Choice(String id, String key, String words, boolean all) {}

    /** One run or comparison; {@code classes} are what it is filtered by. */
    public record RunRow(
            String id,
            String classes,
            String verdict,
            String key,
            String symbol,
            String time,
            String service,
            String commit,
            String branch,
            String kind,
            String target,
            String pins,
            String labels,
            List<String> broken) {}

    static RunsPage of(SiteData site) {
        Map<String, String> services =
                keys("s", site.entries().stream().map(SiteData.Entry::service).toList());
        Map<String, String> branches = keys(
                "b",
                site.entries().stream()
                        .map(SiteData.Entry::branch)
                        .filter(branch -> !branch.isEmpty())
                        .toList());
        Map<String, String> tags =
                keys("t", site.entries().stream().flatMap(RunsPage::tags).toList());
        Map<String, String> verdicts = new LinkedHashMap<>();
        Map<String, Long> counts = new LinkedHashMap<>();
        for (Verdict verdict : WORST_FIRST) {
            long count = site.entries().stream()
                    .filter(entry -> entry.verdict().filter(verdict::equals).isPresent())
                    .count();
            if (count > 0) {
                verdicts.put(verdict.name(), Names.key(verdict));
                counts.put(verdict.name(), count);
            }
        }
        List<Filter> filters = new ArrayList<>();
        filters.add(filter("verdict", "Verdict", verdicts));
        filters.add(filter("service", "Service", services));
        filters.add(filter("branch", "Branch", branches));
        filters.add(filter("tag", "Tag", tags));
        filters.removeIf(filter -> filter.choices().size() < 3);
        String alarms = FalseAlarms.of(site.entries().stream()
                        .filter(entry -> entry.labels().tags().containsKey(FalseAlarms.TAG))
                        .flatMap(entry -> entry.verdict().stream())
                        .toList())
                .text();
        return new RunsPage(
                counts.entrySet().stream()
                                .map(one -> one.getValue() + " " + one.getKey())
                                .collect(Collectors.joining(", "))
                        + (alarms.isEmpty() ? "" : "; " + alarms),
                filters,
                site.entries().stream()
                        .map(entry -> row(entry, services, branches, tags))
                        .toList());
    }

    /** The style rules by which a choice hides all other rows, without a script. */
    String filterRules() {
        StringBuilder rules = new StringBuilder();
        for (Filter filter : filters) {
            for (Choice choice : filter.choices()) {
                if (!choice.all()) {
                    rules.append("body:has(#")
                            .append(choice.id())
                            .append(":checked) tbody tr:not(.")
                            .append(choice.key())
                            .append(") { display: none; }\n");
                }
            }
        }
        return rules.toString();
    }

    /** A class for each of the most frequent names. */
    private static Map<String, String> keys(String letter, List<String> names) {
        Map<String, Long> counts =
                names.stream().collect(Collectors.groupingBy(name -> name, LinkedHashMap::new, Collectors.counting()));
        Map<String, String> keys = new LinkedHashMap<>();
        counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .limit(MOST_CHOICES)
                .forEach(one -> keys.put(one.getKey(), letter + keys.size()));
        return keys;
    }

    private static Stream<String> tags(SiteData.Entry entry) {
        return entry.labels().tags().entrySet().stream().map(tag -> tag.getKey() + "=" + tag.getValue());
    }

    private static Filter filter(String name, String title, Map<String, String> keys) {
        List<Choice> choices = new ArrayList<>();
        choices.add(new Choice(name + "-all", "", "all", true));
        keys.forEach((words, key) -> choices.add(new Choice(name + "-" + key, key, Names.visible(words), false)));
        return new Filter(name, title, choices);
    }

    private static RunRow row(
            SiteData.Entry entry,
            Map<String, String> services,
            Map<String, String> branches,
            Map<String, String> tags) {
        String key = entry.verdict().map(Names::key).orElse("unknown");
        String classes = Stream.concat(
                        Stream.of(
                                key,
                                services.getOrDefault(entry.service(), ""),
                                branches.getOrDefault(entry.branch(), "")),
                        tags(entry).map(tag -> tags.getOrDefault(tag, "")))
                .filter(name -> !name.isEmpty())
                .collect(Collectors.joining(" "));
        List<String> broken = new ArrayList<>(
                entry.broken().stream().limit(MOST_BROKEN).map(Texts::broken).toList());
        if (entry.broken().size() > MOST_BROKEN) {
            broken.add("and " + (entry.broken().size() - MOST_BROKEN) + " more");
        }
        return new RunRow(
                Names.visible(entry.id()),
                classes,
                entry.verdict().map(Verdict::name).orElse("not judged"),
                key,
                entry.verdict().map(Verdict::symbol).orElse("·"),
                Texts.time(entry.started()),
                Names.visible(entry.service()),
                Texts.commit(entry.commit()),
                Names.visible(entry.branch()),
                entry.pairs() == 0 ? "run" : "comparison, " + Names.plural(entry.pairs(), "pair"),
                Names.visible(entry.target()),
                Names.visible(String.join(", ", entry.pins())),
                Names.visible(entry.labels().text()),
                broken);
    }
}
