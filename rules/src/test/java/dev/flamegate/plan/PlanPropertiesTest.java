package dev.flamegate.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.model.BaselineRef;
import dev.flamegate.model.Better;
import dev.flamegate.model.Criterion;
import dev.flamegate.model.Criterion.Absolute;
import dev.flamegate.model.Criterion.Change;
import dev.flamegate.model.Criterion.Growth;
import dev.flamegate.model.Indicator;
import dev.flamegate.model.Indicators;
import dev.flamegate.model.Operator;
import dev.flamegate.model.Quantity;
import dev.flamegate.model.Unit;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class PlanPropertiesTest {
    record Case(Indicator indicator, Criterion criterion) {}

    @Property(tries = 1000)
    void what_is_printed_is_read_back(@ForAll("criteria") Case given) throws CriterionProblem {
        Criterion read =
                CriterionChecker.check(CriterionParser.parse(given.criterion().text()), given.indicator());

        assertThat(read).isEqualTo(given.criterion());
    }

    @Property(tries = 1000)
    void any_criterion_is_read_or_has_a_problem_inside_its_text(@ForAll("criterionLike") String text) {
        for (Indicator indicator : Indicators.all()) {
            try {
                CriterionChecker.check(CriterionParser.parse(text), indicator);
            } catch (CriterionProblem problem) {
                assertThat(problem.offset()).isBetween(0, text.length());
            }
        }
    }

    @Property(tries = 1000)
    void any_text_is_read_or_refused_with_places_inside_of_it(@ForAll("yamlLike") String text) {
        mustNotSurprise(text);
    }

    @Property(tries = 1000)
    void any_damaged_file_is_read_or_refused_with_places_inside_of_it(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        List<Path> files =
                List.of(Path.of("../flamegate.yaml"), Path.of("sets/service.yaml"), Path.of("sets/profile.yaml"));
        StringBuilder text = new StringBuilder(Files.readString(files.get(random.nextInt(files.size()))));
        String signs = "\t\n\r\u0085\u2028 :-#&*!|>'\"%@`{}[],?<=0a\uD83D\uDE00\u0000\uD83D";
        for (int change = 0; change <= random.nextInt(4); change++) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(3)) {
                case 0 -> text.deleteCharAt(at);
                case 1 -> text.insert(at, signs.charAt(random.nextInt(signs.length())));
                default -> text.setCharAt(at, signs.charAt(random.nextInt(signs.length())));
            }
        }
        mustNotSurprise(text.toString());
    }

    private static void mustNotSurprise(String text) {
        Source source = new Source("x.yaml", text);
        check(source, () -> RulesReader.read(List.of(source)));
        check(source, () -> PlanReader.read(source, Map.of()));
        Map<String, String> option = Map.of("target.jar", text);
        check(new Source("--set target.jar", "target.jar=" + text), () -> PlanReader.read(source, option));
    }

    private static void check(Source source, Runnable reading) {
        try {
            reading.run();
        } catch (PlanProblems refused) {
            List<String> lines = source.lines();
            for (Problem problem : refused.problems()) {
                if (problem.source().equals(source.name())) {
                    assertThat(problem.line()).isBetween(1, lines.size());
                    String line = lines.get(problem.line() - 1);
                    assertThat(problem.column()).isBetween(1, line.codePointCount(0, line.length()) + 1);
                }
            }
            assertThat(refused.getMessage()).contains("^");
        }
    }

    @Provide
    Arbitrary<String> yamlLike() {
        Arbitrary<String> words = Arbitraries.of(
                "version",
                "target",
                "rules",
                "id",
                "must",
                "indicator",
                "jar",
                "cpu.utilization",
                ":",
                ": ",
                "\n",
                "\n  ",
                "\n- ",
                "- ",
                "[",
                "]",
                "{",
                "}",
                ", ",
                "\"",
                "'",
                "> ",
                "|",
                "&a",
                "*a",
                "!t",
                "---\n",
                "...",
                "%",
                "#",
                "\t",
                "\r\n",
                "\uFEFF",
                "< 50%",
                "1",
                "true",
                "?",
                "😀");
        return Arbitraries.oneOf(words, Arbitraries.strings().ofMaxLength(5))
                .list()
                .ofMaxSize(25)
                .map(parts -> String.join("", parts));
    }

    @Provide
    Arbitrary<String> criterionLike() {
        Arbitrary<String> words = Arbitraries.of(
                "<",
                "<=",
                ">",
                "5",
                "1.5",
                "%",
                "ms",
                "points",
                "growth",
                "drop",
                "vs",
                "baseline",
                "previous",
                "run",
                "median",
                "of",
                "runs",
                "pin",
                ",",
                "ignoring",
                "threads",
                "requests/s");
        return Arbitraries.oneOf(words, words, words, Arbitraries.strings().ofMaxLength(3))
                .list()
                .ofMaxSize(12)
                .flatMap(parts -> Arbitraries.of(String.join(" ", parts), String.join("", parts)));
    }

    @Provide
    Arbitrary<Case> criteria() {
        return Arbitraries.of(Indicators.all())
                .flatMap(indicator -> Arbitraries.oneOf(absolutes(indicator), growths(indicator))
                        .map(criterion -> new Case(indicator, criterion)));
    }

    private static Arbitrary<Criterion> absolutes(Indicator indicator) {
        Operator[] operators = indicator.better() == Better.LOWER
                ? new Operator[] {Operator.LESS, Operator.AT_MOST}
                : new Operator[] {Operator.MORE, Operator.AT_LEAST};
        Unit unit = indicator.unit();
        return Combinators.combine(Arbitraries.of(operators), quantities(unit))
                .as((operator, limit) -> new Absolute(operator.symbol() + " " + text(limit), operator, limit));
    }

    private static Arbitrary<Criterion> growths(Indicator indicator) {
        Change change = indicator.better() == Better.LOWER ? Change.GROWTH : Change.DROP;
        Unit own = indicator.unit().equals(Unit.PERCENT) ? Unit.POINTS : indicator.unit();
        Arbitrary<Quantity> limits = Arbitraries.oneOf(quantities(Unit.PERCENT), quantities(own));
        return Combinators.combine(
                        Arbitraries.of(Operator.LESS, Operator.AT_MOST),
                        limits,
                        baselines(),
                        quantities(own).optional())
                .as((operator, limit, baseline, floor) -> growth(operator, limit, change, baseline, floor));
    }

    private static Criterion growth(
            Operator operator, Quantity limit, Change change, BaselineRef baseline, Optional<Quantity> floor) {
        String text = operator.symbol() + " " + text(limit) + (change == Change.GROWTH ? " growth vs " : " drop vs ")
                + baseline.text()
                + floor.map(quantity -> ", ignoring < " + text(quantity)).orElse("");
        boolean relative = limit.unit().equals(Unit.PERCENT);
        return new Growth(text, operator, limit, relative, change, baseline, floor.orElse(null));
    }

    private static Arbitrary<BaselineRef> baselines() {
        Arbitrary<String> names = Arbitraries.strings()
                .withChars("abcXYZ019._:/+-")
                .ofMinLength(1)
                .ofMaxLength(12);
        return Arbitraries.oneOf(
                Arbitraries.of(
                        new BaselineRef.OtherArm(), new BaselineRef.PreviousRun(), new BaselineRef.LastPassingRun()),
                Arbitraries.integers().between(2, 1000).map(BaselineRef.MedianOf::new),
                names.map(BaselineRef.RunWithId::new),
                names.map(BaselineRef.Pinned::new));
    }

    private static Arbitrary<Quantity> quantities(Unit unit) {
        return Arbitraries.integers().between(1, 100_000).map(thousandths -> new Quantity(thousandths / 1000.0, unit));
    }

    private static String text(Quantity quantity) {
        String number =
                BigDecimal.valueOf(quantity.value()).stripTrailingZeros().toPlainString();
        String symbol = quantity.unit().symbol();
        return symbol.isEmpty() || symbol.equals("%") ? number + symbol : number + " " + symbol;
    }
}
