package dev.flamegate.init.suggest;

import dev.flamegate.format.Numbers;
import dev.flamegate.init.suggest.Suggestions.Suggested;
import dev.flamegate.judge.forecast.Forecast.Source;
import dev.flamegate.judge.forecast.Forecasts;
import dev.flamegate.judge.forecast.NoiseHistory;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.Level;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.model.rule.Rule.Applies;
import dev.flamegate.model.rule.Rule.Decision;
import dev.flamegate.model.rule.Rule.OnNoBaseline;
import dev.flamegate.model.rule.Rule.OnNoData;
import dev.flamegate.report.explain.ForecastText;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Suggested limits as a rule file, whose comments say where each is from and what it is worth. */
final class SuggestionText {
    private static final int WIDTH = 116;

    /** A space between a number and its unit. */
    private static final Pattern UNBROKEN = Pattern.compile("(?<=[0-9]) (?=%|[A-Za-zµ]+)");

    private SuggestionText() {}

    /**
     * The rule file.
     *
     * @param suggested limits, with what the rules will do with them
     */
    public static String of(Suggested suggested) {
        Forecasts forecasts = suggested.forecasts();
        List<Suggestion> suggestions = suggested.all();
        StringBuilder yaml = new StringBuilder();
        head(forecasts).forEach(line -> comment(yaml, "", line));
        yaml.append("version: 1\n");
        indicators(yaml, suggestions);
        yaml.append("rules:\n");
        suggestions.stream()
                .collect(Collectors.groupingBy(one -> one.rule().id(), LinkedHashMap::new, Collectors.toList()))
                .values()
                .forEach(rule -> rule(yaml, rule, forecasts));
        return yaml.toString();
    }

    private static List<String> head(Forecasts forecasts) {
        NoiseHistory past = forecasts.past();
        List<String> lines = new ArrayList<>();
        lines.add("Suggested by `flamegate rules suggest` from what is stored of " + past.service() + " (" + days(past)
                + "): the tightest limits that unchanged builds pass, with at most "
                + Numbers.percent(Suggestions.UNDECIDED) + " of them undecided.");
        if (!past.comparisons().isEmpty()) {
            int same = past.ofOneBuild();
            int all = past.comparisons().size();
            lines.add(
                    "Comparisons: " + all + " with " + past.pairs() + " pairs. "
                            + (same == all
                                    ? "Each compared a build with itself."
                                    : (same == 0 ? "None" : same + " of them")
                                            + " compared a build with itself; of the others only the"
                                            + " scatter of the pairs around their mean counts, so a growth between their builds does not."));
        }
        if (!past.runs().isEmpty()) {
            int builds = past.builds();
            lines.add(
                    "Runs: " + past.runs().size()
                            + (builds == 1
                                    ? ", all of one build."
                                    : ", OF " + builds
                                            + " DIFFERENT BUILDS: whatever changed between them counts as noise here, so limits from"
                                            + " runs may be wider than they need be. Store runs of one build to get better ones."));
        }
        if (past.others() > 0) {
            lines.add(past.others() + (past.others() == 1 ? " record was" : " records were")
                    + " measured on another machine, or with another JDK, load or profile, and left out.");
        }
        forecasts
                .comparisons()
                .filter(rates -> forecasts.ofPairs() != Source.ASSUMED)
                .ifPresent(rates -> lines.add(
                        "`compare`, all growths that can break the build together: an unchanged build FAILs in "
                                + ForecastText.part(rates.fail(), rates) + " and is INCONCLUSIVE in "
                                + ForecastText.part(rates.open(), rates) + " of " + Numbers.count(rates.drawn())
                                + " rehearsals of up to " + forecasts.looks().last() + " pairs; it takes "
                                + Numbers.number(rates.pairs(), 2) + " on average."));
        forecasts
                .runs()
                .filter(rates -> forecasts.ofRuns() != Source.ASSUMED)
                .ifPresent(rates -> lines.add("`run`, likewise: FAIL in " + ForecastText.part(rates.fail(), rates)
                        + ", INCONCLUSIVE in " + ForecastText.part(rates.open(), rates) + " of "
                        + Numbers.count(rates.drawn()) + " rehearsals."));
        return lines;
    }

    private static String days(NoiseHistory past) {
        List<LocalDate> days = Stream.concat(
                        past.runs().stream().map(run -> run.started()),
                        past.comparisons().stream().map(one -> one.started()))
                .map(instant -> instant.atZone(ZoneOffset.UTC).toLocalDate())
                .sorted()
                .toList();
        LocalDate first = days.get(0);
        LocalDate last = days.get(days.size() - 1);
        return first.equals(last) ? first.toString() : first + " to " + last;
    }

    private static void rule(StringBuilder yaml, List<Suggestion> criteria, Forecasts forecasts) {
        Rule rule = criteria.get(0).rule();
        yaml.append("\n  - id: ").append(rule.id()).append('\n');
        key(yaml, "indicator", rule.indicator().name());
        rule.selector().parts().forEach((kind, name) -> key(yaml, kind.key(), quoted(name)));
        criteria(yaml, criteria, Level.MUST, forecasts);
        criteria(yaml, criteria, Level.SHOULD, forecasts);
        if (rule.applies() != Applies.BOTH) {
            key(yaml, "applies", word(rule.applies()));
        }
        if (rule.onNoData() != OnNoData.FAIL) {
            key(yaml, "on-no-data", word(rule.onNoData()));
        }
        if (rule.onNoBaseline() != OnNoBaseline.RECORD) {
            key(yaml, "on-no-baseline", word(rule.onNoBaseline()));
        }
        if (rule.decision() != Decision.EVIDENCE) {
            key(yaml, "decision", word(rule.decision()));
        }
        if (rule.owner() != null) {
            key(yaml, "owner", quoted(rule.owner()));
        }
        if (rule.why() != null) {
            key(yaml, "why", quoted(rule.why().strip()));
        }
    }

    /** Writes the indicators that the plan defines, which the rules would not know otherwise. */
    private static void indicators(StringBuilder yaml, List<Suggestion> suggestions) {
        List<Indicator> own = suggestions.stream()
                .map(one -> one.rule().indicator())
                .filter(indicator -> indicator.query().isPresent())
                .distinct()
                .toList();
        if (own.isEmpty()) {
            return;
        }
        yaml.append("indicators:\n");
        for (Indicator indicator : own) {
            yaml.append("  ").append(indicator.name()).append(":\n");
            key(yaml, "query", quoted(indicator.query().orElseThrow()));
            key(
                    yaml,
                    "unit",
                    quoted(
                            indicator.unit().symbol().isEmpty()
                                    ? "ratio"
                                    : indicator.unit().symbol()));
            key(yaml, "better", word(indicator.better()));
            key(yaml, "description", quoted(indicator.description()));
        }
    }

    private static void criteria(StringBuilder yaml, List<Suggestion> all, Level level, Forecasts forecasts) {
        List<Suggestion> criteria =
                all.stream().filter(one -> one.level() == level).toList();
        criteria.forEach(one -> comment(yaml, "    ", about(one, forecasts)));
        List<String> texts = criteria.stream()
                .map(Suggestion::suggested)
                .filter(Objects::nonNull)
                .map(criterion -> quoted(criterion.text()))
                .toList();
        if (!texts.isEmpty()) {
            key(yaml, word(level), texts.size() == 1 ? texts.get(0) : "[" + String.join(", ", texts) + "]");
        }
    }

    /** Explains a suggestion: the old limit, how often the suggested one breaks by noise, and what it finds. */
    private static String about(Suggestion one, Forecasts forecasts) {
        String now = "`" + one.now().text() + "`";
        if (one.suggested() == null) {
            return now + " is left out: " + one.kept() + ".";
        }
        String was = one.kept() != null
                ? now + " is kept: " + one.kept() + "."
                : one.suggested().limit().base() == one.now().limit().base() ? "Unchanged." : "Was " + now + ".";
        String worth = ForecastNote.of(one.rule(), one.suggested(), one.level(), one.forecast(), forecasts.looks());
        return Stream.of(was, worth, one.price() == null ? "" : one.price().text())
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(" "));
    }

    private static void key(StringBuilder yaml, String key, String value) {
        yaml.append("    ").append(key).append(": ").append(value).append('\n');
    }

    /** A comment, broken into lines at spaces. */
    private static void comment(StringBuilder yaml, String indent, String text) {
        StringBuilder line = new StringBuilder(indent).append('#');
        for (String word : UNBROKEN.matcher(text).replaceAll("\u00a0").split(" ")) {
            if (line.length() + 1 + word.length() > WIDTH) {
                yaml.append(line.toString().replace('\u00a0', ' ')).append('\n');
                line = new StringBuilder(indent).append('#');
            }
            line.append(' ').append(word);
        }
        yaml.append(line.toString().replace('\u00a0', ' ')).append('\n');
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\s+", " ") + '"';
    }
}
