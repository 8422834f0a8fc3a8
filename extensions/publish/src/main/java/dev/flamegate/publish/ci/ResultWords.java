package dev.flamegate.publish.ci;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.finding.Diagnosis;
import dev.flamegate.report.json.CalledMethod;
import dev.flamegate.report.json.ChangedLibrary;
import dev.flamegate.report.json.CulpritJson;
import dev.flamegate.report.json.Result;
import dev.flamegate.report.json.Values;
import dev.flamegate.report.text.Basis;
import dev.flamegate.report.text.Headline;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The first words about a result, the same in a comment and in messages: what was judged, what the verdict rests on,
 * which method. Whatever comes from the result passes through a function of the caller's that makes it safe for its
 * format.
 */
public final class ResultWords {
    private final Result result;
    private final UnaryOperator<String> name;
    private final Headline headline;
    private final Basis basis;

    /** Words with names as {@code name} returns them. */
    public ResultWords(Result result, UnaryOperator<String> name) {
        this.result = result;
        this.name = name;
        this.headline = new Headline(name);
        this.basis = basis();
    }

    /** {@code run ID}, or the two builds of a comparison and its pairs, or how many candidates there are. */
    public String subject() {
        if (!result.candidates().isEmpty()) {
            return Names.plural(result.candidates().size(), "candidate") + " against one baseline";
        }
        Result.Arms arms = result.compared().arms();
        return arms == null
                ? "run " + name.apply(result.head().id())
                : "baseline " + name.apply(arms.baseline()) + " against candidate " + name.apply(arms.candidate())
                        + ", " + pairs(Values.orEmpty(result.compared().pairs()));
    }

    /** Why, where, since which commit, and what to do now: the answers that are known. */
    public List<Headline.Answer> answers() {
        return result.candidates().isEmpty()
                ? headline.answers(
                        basis,
                        result.compared().calls().stream()
                                .map(CalledMethod::model)
                                .toList(),
                        result.compared().libraries().stream()
                                .map(ChangedLibrary::model)
                                .toList())
                : List.of();
    }

    /** Explains what the verdict rests on, as a sentence without its full stop. */
    public String sentence() {
        if (!result.candidates().isEmpty()) {
            return name.apply(result.head().headline());
        }
        return headline.sentence(basis);
    }

    /** One finding in a few words, as {@link #sentence} has the worst. */
    public String brief(Result.Finding finding) {
        return headline.brief(claim(finding));
    }

    /** The culprit, or the reason why none stands out; empty if no cause was looked for. */
    public Optional<String> cause() {
        return headline.cause(basis);
    }

    /** The callers of the culprit; empty where they are not known. */
    public Optional<String> callers() {
        return headline.callers(basis);
    }

    private static String pairs(List<Result.Pair> pairs) {
        long valid = pairs.stream().filter(pair -> pair.invalid() == null).count();
        String all = Names.plural(pairs.size(), "pair");
        return valid == pairs.size()
                ? all
                : all + " of which " + Numbers.count(valid) + (valid == 1 ? " counts" : " count");
    }

    private Basis basis() {
        List<Result.Finding> findings = result.judged().worstFirst();
        return new Basis(
                result.head().verdict(),
                findings.stream().map(ResultWords::claim).toList(),
                result.judged().validity().stream()
                        .filter(Result.Problem::invalidates)
                        .map(Result.Problem::message)
                        .toList(),
                findings.stream()
                        .flatMap(finding -> Stream.ofNullable(finding.cause().culprit()))
                        .map(CulpritJson::model)
                        .toList(),
                Basis.Recognised.worst(findings.stream()
                        .flatMap(finding -> Stream.ofNullable(finding.cause().diagnosis()))
                        .map(diagnosis -> new Basis.Recognised(
                                diagnosis.severity().equals(Diagnosis.Severity.FAIL.key()),
                                diagnosis.id(),
                                diagnosis.evidence(),
                                diagnosis.remedy()))
                        .toList()),
                findings.stream()
                        .limit(1)
                        .flatMap(worst -> worst.cause().latencyParts().stream())
                        .findFirst()
                        .flatMap(Result.LatencyPart::model),
                findings.stream()
                        .flatMap(finding -> Stream.ofNullable(finding.cause().noCulprit()))
                        .findFirst(),
                Optional.ofNullable(result.compared().arms())
                        .map(Result.Arms::baseline)
                        .or(() -> findings.stream()
                                .flatMap(finding ->
                                        Stream.ofNullable(finding.measured().baselineName()))
                                .findFirst())
                        .map(name),
                Optional.ofNullable(result.head().next()).map(name));
    }

    private static Basis.Claim claim(Result.Finding finding) {
        Values.Bounds interval = finding.measured().interval();
        return new Basis.Claim(
                finding.verdict(),
                finding.clause().rule(),
                finding.clause().indicator(),
                finding.clause().part(),
                finding.measured().base(),
                finding.measured().measure(),
                finding.measured().ratio(),
                interval == null ? null : interval.ratios(),
                finding.clause().criterion());
    }
}
