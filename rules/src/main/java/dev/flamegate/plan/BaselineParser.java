package dev.flamegate.plan;

import dev.flamegate.model.BaselineRef;
import dev.flamegate.model.BaselineRef.LastPassingRun;
import dev.flamegate.model.BaselineRef.MedianOf;
import dev.flamegate.model.BaselineRef.OtherArm;
import dev.flamegate.model.BaselineRef.Pinned;
import dev.flamegate.model.BaselineRef.PreviousRun;
import dev.flamegate.model.BaselineRef.RunWithId;
import java.util.List;

/** Reads what a growth is measured against. */
final class BaselineParser {
    private static final List<String> FORMS =
            List.of("baseline", "previous run", "last passing run", "median of N runs", "run ID", "pin NAME");
    private static final int MOST_RUNS = 1000;

    private final CriterionScanner scanner;

    BaselineParser(CriterionScanner scanner) {
        this.scanner = scanner;
    }

    BaselineRef baseline() throws CriterionProblem {
        int at = scanner.at();
        String rest = scanner.rest();
        return switch (scanner.word()) {
            case "baseline" -> new OtherArm();
            case "previous" -> {
                expect("run", "previous run");
                yield new PreviousRun();
            }
            case "last" -> {
                expect("passing", "last passing run");
                expect("run", "last passing run");
                yield new LastPassingRun();
            }
            case "median" -> median();
            case "run" -> new RunWithId(name("the id of a stored run"));
            case "pin" -> new Pinned(name("the name of a pinned run"));
            default -> throw unknown(at, rest.replaceFirst("\\s*,.*", "").strip());
        };
    }

    private static CriterionProblem unknown(int at, String said) {
        String what = said.isEmpty() ? "the baseline is missing" : "`" + Words.brief(said) + "` is no baseline";
        return new CriterionProblem(at, what + "; there are " + Words.listed(FORMS, "and"), Nearest.of(said, FORMS));
    }

    private MedianOf median() throws CriterionProblem {
        expect("of", "median of 5 runs");
        int at = scanner.at();
        String number = scanner.number();
        boolean fits = number.matches("[1-9][0-9]{0,3}");
        int runs = fits ? Integer.parseInt(number) : 0;
        if (runs < 2 || runs > MOST_RUNS) {
            throw new CriterionProblem(
                    at, "a median is of 2 to " + MOST_RUNS + " runs", fits && runs == 1 ? "2" : null);
        }
        expect("runs", "median of " + runs + " runs");
        return new MedianOf(runs);
    }

    private String name(String what) throws CriterionProblem {
        int at = scanner.at();
        String name = scanner.word();
        if (name.isEmpty() || name.startsWith("%")) {
            throw new CriterionProblem(at, what + " is missing", null);
        }
        return name;
    }

    private void expect(String word, String whole) throws CriterionProblem {
        int at = scanner.at();
        String found = scanner.word();
        if (!found.equals(word)) {
            String instead = found.isEmpty() ? "" : ", not `" + Words.brief(found) + "`";
            throw new CriterionProblem(
                    at, "the baseline reads `" + whole + "`: `" + word + "` belongs here" + instead, word);
        }
    }
}
