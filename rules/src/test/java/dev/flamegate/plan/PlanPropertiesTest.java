package dev.flamegate.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.Cases;
import dev.flamegate.model.Unit;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.model.rule.Better;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Criterion.Absolute;
import dev.flamegate.model.rule.Criterion.Change;
import dev.flamegate.model.rule.Criterion.Growth;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.Indicators;
import dev.flamegate.model.rule.Operator;
import dev.flamegate.model.rule.Quantity;
import dev.flamegate.plan.CriterionParser.CriterionProblem;
import dev.flamegate.plan.yaml.PlanProblems;
import dev.flamegate.plan.yaml.PlanProblems.Problem;
import dev.flamegate.plan.yaml.Source;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PlanPropertiesTest {
    private static final int TRIES = 1000;

    private static final List<String> YAML_WORDS = List.of(
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

    private static final List<String> CRITERION_WORDS = List.of(
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

    private static final List<Path> FILES =
            List.of(Path.of("../flamegate.yaml"), Path.of("sets/service.yaml"), Path.of("sets/profile.yaml"));

    @Test
    void what_is_printed_is_read_back() {
        Cases.check(11, TRIES, random -> {
            Indicator indicator = Cases.one(random, Indicators.all());
            Criterion given = random.nextBoolean() ? absolute(random, indicator) : growth(random, indicator);

            Criterion read = CriterionReader.check(CriterionParser.parse(given.text()), indicator);

            assertThat(read).as(indicator.name()).isEqualTo(given);
        });
    }

    @Test
    void any_criterion_is_read_or_has_a_problem_inside_its_text() {
        Cases.check(12, TRIES, random -> {
            String text = criterionLike(random);
            for (Indicator indicator : Indicators.all()) {
                try {
                    CriterionReader.check(CriterionParser.parse(text), indicator);
                } catch (CriterionProblem problem) {
                    assertThat(problem.offset()).as(text).isBetween(0, text.length());
                }
            }
        });
    }

    @Test
    void any_text_is_read_or_refused_with_places_inside_of_it() {
        Cases.check(13, TRIES, random -> mustNotSurprise(yamlLike(random)));
    }

    @Test
    void any_damaged_file_is_read_or_refused_with_places_inside_of_it() {
        Cases.check(14, TRIES, random -> mustNotSurprise(damaged(Files.readString(Cases.one(random, FILES)), random)));
    }

    private static String damaged(String whole, Random random) {
        StringBuilder text = new StringBuilder(whole);
        String signs = "\t\n\r\u0085\u2028 :-#&*!|>'\"%@`{}[],?<=0a\uD83D\uDE00\u0000\uD83D";
        for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(3)) {
                case 0 -> text.deleteCharAt(at);
                case 1 -> text.insert(at, signs.charAt(random.nextInt(signs.length())));
                default -> text.setCharAt(at, signs.charAt(random.nextInt(signs.length())));
            }
        }
        return text.toString();
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

    private static String yamlLike(Random random) {
        return String.join(
                "",
                Cases.list(
                        random,
                        25,
                        inner -> inner.nextBoolean() ? Cases.one(inner, YAML_WORDS) : Cases.text(inner, 5)));
    }

    private static String criterionLike(Random random) {
        List<String> parts = Cases.list(
                random, 12, inner -> inner.nextInt(4) > 0 ? Cases.one(inner, CRITERION_WORDS) : Cases.text(inner, 3));
        return String.join(random.nextBoolean() ? " " : "", parts);
    }

    private static Criterion absolute(Random random, Indicator indicator) {
        List<Operator> operators = indicator.better() == Better.LOWER
                ? List.of(Operator.LESS, Operator.AT_MOST)
                : List.of(Operator.MORE, Operator.AT_LEAST);
        Operator operator = Cases.one(random, operators);
        Quantity limit = quantity(random, indicator.unit());
        return new Absolute(operator.symbol() + " " + text(limit), operator, limit);
    }

    private static Criterion growth(Random random, Indicator indicator) {
        Unit own = indicator.unit().equals(Unit.PERCENT) ? Unit.POINTS : indicator.unit();
        return growth(
                Cases.one(random, List.of(Operator.LESS, Operator.AT_MOST)),
                quantity(random, random.nextBoolean() ? Unit.PERCENT : own),
                indicator.better() == Better.LOWER ? Change.GROWTH : Change.DROP,
                baseline(random),
                random.nextBoolean() ? quantity(random, own) : null);
    }

    private static Criterion growth(
            Operator operator, Quantity limit, Change change, BaselineRef baseline, @Nullable Quantity floor) {
        String text = operator.symbol() + " " + text(limit) + (change == Change.GROWTH ? " growth vs " : " drop vs ")
                + baseline.text()
                + (floor == null ? "" : ", ignoring < " + text(floor));
        boolean relative = limit.unit().equals(Unit.PERCENT);
        return new Growth(text, operator, limit, relative, change, baseline, floor);
    }

    private static BaselineRef baseline(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> new BaselineRef.OtherArm();
            case 1 -> new BaselineRef.PreviousRun();
            case 2 -> new BaselineRef.LastPassingRun();
            case 3 -> new BaselineRef.MedianOf(2 + random.nextInt(999));
            case 4 -> new BaselineRef.RunWithId(name(random));
            default -> new BaselineRef.Pinned(name(random));
        };
    }

    private static String name(Random random) {
        String signs = "abcXYZ019._:/+-";
        StringBuilder name = new StringBuilder();
        for (int length = 1 + random.nextInt(12); length > 0; length--) {
            name.append(signs.charAt(random.nextInt(signs.length())));
        }
        return name.toString();
    }

    private static Quantity quantity(Random random, Unit unit) {
        int most = Cases.one(random, List.of(10, 1000, 100_000));
        return new Quantity((1 + random.nextInt(most)) / 1000.0, unit);
    }

    private static String text(Quantity quantity) {
        String number =
                BigDecimal.valueOf(quantity.value()).stripTrailingZeros().toPlainString();
        String symbol = quantity.unit().symbol();
        return symbol.isEmpty() || symbol.equals("%") ? number + symbol : number + " " + symbol;
    }
}
