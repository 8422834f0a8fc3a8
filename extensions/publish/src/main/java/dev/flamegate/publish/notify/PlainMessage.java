package dev.flamegate.publish.notify;

import dev.flamegate.format.Names;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.publish.ci.ResultWords;
import dev.flamegate.report.json.Result;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A message as plain JSON, for programs; {@code docs/schema/notification.schema.json} describes it. Component names and
 * their order are the published format. Texts are bounded, and numbers are in the unit written next to them.
 *
 * @param version of the schema
 * @param tool name and version of the tool that judged
 * @param key distinguishes several plans of one service; may be empty
 * @param kind {@code run} or {@code comparison}
 * @param id of the run or comparison
 * @param judged when, as ISO 8601
 * @param state {@code good} or {@code bad}; {@code null} when the verdict decides nothing
 * @param changed whether the state is another than before
 * @param before {@code null} where nothing was known
 * @param commit that was measured; {@code null} where it is not known
 * @param headline what the verdict rests on
 * @param culprit in words; {@code null} where no cause was looked for
 * @param owners of the culprit, by CODEOWNERS
 * @param broken the worst broken rules
 * @param left number of broken rules that are left out
 * @param report address of the full report; {@code null} for none, likewise {@code flame}
 */
record PlainMessage(
        int version,
        String tool,
        String service,
        String key,
        String kind,
        String id,
        String judged,
        Verdict verdict,
        @Nullable String state,
        boolean changed,
        @Nullable Before before,
        @Nullable String commit,
        String headline,
        @Nullable String culprit,
        List<String> owners,
        List<Broken> broken,
        int left,
        @Nullable String report,
        @Nullable String flame) {
    /** The version of the schema; increased when a reader of the previous version would misread the object. */
    private static final int VERSION = 1;

    private static final int LONGEST = 300;
    private static final int MOST = 20;

    /** The earlier state; {@code broken} has ids of rules. */
    record Before(
            String state,
            String id,
            String judged,
            @Nullable String commit,
            List<String> broken) {
        static Before of(Known known) {
            return new Before(
                    known.state().word(),
                    text(known.id()),
                    known.judged().toString(),
                    known.commit().map(PlainMessage::text).orElse(null),
                    known.broken().stream()
                            .distinct()
                            .limit(MOST)
                            .map(PlainMessage::text)
                            .toList());
        }
    }

    /**
     * A broken rule.
     *
     * @param part of the service; empty for all of it
     * @param outcome FAIL or WARN
     * @param unit of {@code value} and {@code baseline}
     * @param growth relative: 0.1 = +10 %
     */
    record Broken(
            String rule,
            String indicator,
            String part,
            Outcome outcome,
            String criterion,
            @Nullable BigDecimal value,
            String unit,
            @Nullable BigDecimal baseline,
            @Nullable BigDecimal growth,
            String message) {
        static Broken of(Result.Finding finding) {
            return new Broken(
                    text(finding.clause().rule()),
                    text(finding.clause().indicator()),
                    text(Names.selector(finding.clause().part())),
                    finding.verdict(),
                    text(finding.clause().criterion()),
                    finding.measured().value(),
                    finding.measured().unit(),
                    finding.measured().baseline(),
                    finding.measured().growth(),
                    text(finding.message()));
        }
    }

    static PlainMessage of(Notification message) {
        Result result = message.result();
        StateChange change = message.change();
        ResultWords words = new ResultWords(result, PlainMessage::text);
        List<Result.Finding> broken = message.broken();
        return new PlainMessage(
                VERSION,
                text(result.head().tool()),
                text(result.head().service()),
                text(message.key()),
                message.kind(),
                text(result.head().id()),
                text(result.head().judged()),
                result.head().verdict(),
                change.now().map(NotifiedState::word).orElse(null),
                change.isOne(),
                change.before().map(Before::of).orElse(null),
                change.commit().map(PlainMessage::text).orElse(null),
                words.sentence(),
                orNull(words.cause()),
                message.owners().stream().map(PlainMessage::text).toList(),
                broken.stream().limit(MOST).map(Broken::of).toList(),
                Math.max(0, broken.size() - MOST),
                orNull(message.report()),
                orNull(message.flame()));
    }

    private static @Nullable String orNull(Optional<String> text) {
        return text.orElse(null);
    }

    private static String text(String text) {
        return Names.visible(Names.cut(text, LONGEST));
    }
}
