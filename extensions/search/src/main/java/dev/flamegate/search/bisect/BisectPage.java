package dev.flamegate.search.bisect;

import dev.flamegate.format.Names;
import dev.flamegate.report.template.Templates;
import dev.flamegate.search.bisect.Bisection.Step;
import dev.flamegate.search.bisect.Bisection.Suspect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * The page of a search: {@code bisect.html}, next to the report of the comparison that it ends with, whose style it
 * has.
 */
public final class BisectPage {
    public static final String PAGE = "bisect.html";

    public static final String JSON = "bisect.json";

    private static final Templates TEMPLATES = new Templates(BisectPage.class);

    private BisectPage() {}

    /** A commit that may be the one. */
    public record SuspectRow(
            String probability, String commit, String subject, String author, String guess, String measured) {}

    public record StepRow(String number, String commit, String subject, String result, String left) {}

    /**
     * The page in UTF-8.
     *
     * @param compared what the report next to it compares, as a clause
     * @param hasFlame whether there is a flame graph next to it
     * @param sheet the style sheet if it goes into the page; empty if it is a file next to it
     */
    public static byte[] write(Bisection bisection, String compared, boolean hasFlame, String sheet) {
        Map<String, Object> model = Map.ofEntries(
                Map.entry("sheet", sheet),
                Map.entry("title", "Bisect " + Names.visible(bisection.service())),
                Map.entry("word", BisectText.word(bisection.ending())),
                Map.entry("good", Names.visible(bisection.good().name())),
                Map.entry("bad", Names.visible(bisection.bad().name())),
                Map.entry("commits", Names.plural(bisection.commits(), "commit")),
                Map.entry("sentence", BisectText.sentence(bisection)),
                Map.entry("growth", BisectText.growth(bisection).orElse("")),
                Map.entry("alone", BisectText.alone(bisection)),
                Map.entry("cause", BisectText.cause(bisection)),
                Map.entry("command", BisectText.command(bisection).orElse("")),
                Map.entry("compared", compared),
                Map.entry("hasFlame", hasFlame),
                Map.entry("suspects", rows(bisection.suspects())),
                Map.entry(
                        "steps", bisection.steps().stream().map(BisectPage::row).toList()));
        return TEMPLATES.render("bisect.ftlh", model).getBytes(StandardCharsets.UTF_8);
    }

    private static List<SuspectRow> rows(List<Suspect> suspects) {
        return suspects.stream()
                .map(one -> new SuspectRow(
                        BisectText.probability(one.probability()),
                        one.commit().brief(),
                        BisectText.subject(one.commit()),
                        BisectText.author(one.commit()),
                        BisectText.touch(one.touch()),
                        one.measurable() ? Names.plural(one.pairs(), "pair") : "cannot be measured"))
                .toList();
    }

    private static StepRow row(Step step) {
        return new StepRow(
                String.valueOf(step.number()),
                step.commit().brief(),
                BisectText.subject(step.commit()),
                BisectText.result(step),
                BisectText.left(step.left(), step.likeliest(), step.probability()));
    }
}
