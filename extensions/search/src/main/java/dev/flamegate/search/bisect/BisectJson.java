package dev.flamegate.search.bisect;

import dev.flamegate.model.Interval;
import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.Culprit;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.report.json.Values;
import dev.flamegate.search.bisect.Bisection.Alone;
import dev.flamegate.search.bisect.Bisection.Revision;
import dev.flamegate.search.bisect.Bisection.Step;
import dev.flamegate.search.bisect.Bisection.Suspect;
import dev.flamegate.search.bisect.CommitGraph.Commit;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A search as one JSON object: {@code docs/schema/bisect.schema.json}. */
final class BisectJson {
    private static final int VERSION = 1;

    private BisectJson() {}

    /**
     * The object.
     *
     * @param exitCode of the command
     * @param report the page to open
     * @param flame its flame graph; empty without profiles
     */
    public static ObjectNode of(Bisection bisection, int exitCode, String report, Optional<String> flame) {
        ObjectNode json = JsonMapper.shared().createObjectNode();
        json.put("version", VERSION);
        json.put("service", bisection.service());
        json.put("ending", word(bisection.ending()));
        json.put("exitCode", exitCode);
        json.put("message", BisectText.sentence(bisection));
        put(json.putObject("good"), bisection.good());
        put(json.putObject("bad"), bisection.bad());
        json.put("commits", bisection.commits());
        Bisection.FoundGrowth growth = bisection.growth();
        if (growth != null) {
            put(json, growth);
        }
        Finding finding = bisection.finding();
        Culprit culprit = finding == null ? null : finding.culprit();
        if (culprit != null) {
            json.put("culprit", culprit.frame());
        }
        ArrayNode suspects = json.putArray("suspects");
        bisection.suspects().forEach(one -> put(suspects.addObject(), one));
        ArrayNode steps = json.putArray("steps");
        bisection.steps().forEach(one -> put(steps.addObject(), one));
        Alone alone = bisection.alone();
        if (alone != null) {
            ObjectNode own = json.putObject("alone").put("parent", alone.parent());
            Finding.Growth its =
                    alone.finding() == null ? null : alone.finding().compared();
            own.put("growth", its == null ? null : Values.number(its.relative(), Unit.RATIO));
            interval(own, its == null ? null : its.interval());
        }
        BisectText.command(bisection).ifPresent(command -> json.put("command", command));
        json.put("report", report);
        flame.ifPresent(page -> json.put("flame", page));
        return json;
    }

    private static void put(ObjectNode json, Revision revision) {
        json.put("name", revision.name()).put("commit", revision.hash());
    }

    private static void put(ObjectNode json, Bisection.FoundGrowth growth) {
        Finding finding = growth.finding();
        json.put("rule", finding.rule().id());
        json.put("indicator", finding.rule().indicator().name());
        json.put("criterion", finding.criterion().text());
        ObjectNode selector = json.putObject("selector");
        finding.selector().parts().forEach((kind, name) -> selector.put(word(kind), name));
        json.put("growth", Values.number(growth.relative(), Unit.RATIO));
        interval(json, growth.interval());
    }

    private static void interval(ObjectNode json, @Nullable Interval interval) {
        if (interval == null) {
            json.putNull("interval");
        } else {
            json.putArray("interval")
                    .add(Values.number(interval.low(), Unit.RATIO))
                    .add(Values.number(interval.high(), Unit.RATIO));
        }
    }

    private static void put(ObjectNode json, Commit commit) {
        json.put("commit", commit.hash());
        json.put("author", commit.author());
        json.put("date", commit.date().toString());
        json.put("subject", commit.subject());
    }

    private static void put(ObjectNode json, Suspect suspect) {
        put(json, suspect.commit());
        json.put("probability", Values.number(suspect.probability(), Unit.RATIO));
        json.put("touches", word(suspect.touch()));
        json.put("measurable", suspect.measurable());
        json.put("pairs", suspect.pairs());
    }

    private static void put(ObjectNode json, Step step) {
        json.put("number", step.number());
        put(json, step.commit());
        json.put("result", word(step.result()));
        json.put("grown", Values.number(step.has(), Unit.RATIO));
        json.put("pairs", step.pairs());
        if (!step.because().isEmpty()) {
            json.put("because", step.because());
        }
        json.put("left", step.left());
        json.put("likeliest", step.likeliest().hash());
        json.put("probability", Values.number(step.probability(), Unit.RATIO));
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
