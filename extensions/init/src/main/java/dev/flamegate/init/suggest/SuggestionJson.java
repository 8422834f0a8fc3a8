package dev.flamegate.init.suggest;

import dev.flamegate.init.suggest.Suggestions.Suggested;
import dev.flamegate.judge.Rates;
import dev.flamegate.judge.forecast.Forecast;
import dev.flamegate.judge.forecast.Forecast.OfGrowth;
import dev.flamegate.judge.forecast.Forecast.OfValue;
import dev.flamegate.judge.forecast.Forecasts;
import dev.flamegate.judge.forecast.NoiseHistory;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Suggested limits as one JSON object. */
final class SuggestionJson {
    private SuggestionJson() {}

    /**
     * The object.
     *
     * @param suggested limits, with what the rules will do with them
     */
    public static ObjectNode of(Suggested suggested) {
        Forecasts forecasts = suggested.forecasts();
        List<Suggestion> suggestions = suggested.all();
        ObjectNode json = JsonMapper.shared().createObjectNode();
        NoiseHistory past = forecasts.past();
        json.put("service", past.service());
        ObjectNode from = json.putObject("from");
        from.put("comparisons", past.comparisons().size());
        from.put("ofOneBuild", past.ofOneBuild());
        from.put("pairs", past.pairs());
        from.put("runs", past.runs().size());
        from.put("builds", past.builds());
        from.put("leftOut", past.others());
        ObjectNode unchanged = json.putObject("unchanged");
        forecasts
                .comparisons()
                .ifPresent(
                        rates -> put(unchanged.putObject("compare"), rates).put("source", word(forecasts.ofPairs())));
        forecasts
                .runs()
                .ifPresent(rates -> put(unchanged.putObject("run"), rates).put("source", word(forecasts.ofRuns())));
        json.put("pairs", forecasts.looks().last());
        ArrayNode criteria = json.putArray("criteria");
        suggestions.forEach(one -> put(criteria.addObject(), one));
        return json;
    }

    private static void put(ObjectNode json, Suggestion one) {
        json.put("rule", one.rule().id());
        json.put("indicator", one.rule().indicator().name());
        json.put("level", word(one.level()));
        json.put("criterion", one.now().text());
        json.put("suggested", one.suggested() == null ? null : one.suggested().text());
        json.put("kept", one.kept());
        Price price = one.price();
        if (price != null) {
            json.put("pairs", price.pairs());
            json.putObject("stricter").put("criterion", price.stricter().text()).put("pairs", price.then());
        }
        Forecast forecast = one.forecast();
        if (forecast instanceof OfGrowth growth) {
            json.put("source", word(growth.source()));
            put(json, growth.unchanged());
            json.put("deviation", growth.deviation());
            json.put("betweenRuns", Double.isNaN(growth.betweenRuns()) ? null : growth.betweenRuns());
            json.put(
                    "detectable",
                    growth.detectable().isPresent() ? growth.detectable().getAsDouble() : null);
        } else if (forecast instanceof OfValue value) {
            json.put("source", "runs");
            json.put("fail", value.breaks());
            json.put("lowest", value.lowest());
            json.put("highest", value.highest());
            json.put("detectable", value.detectable());
        }
    }

    private static ObjectNode put(ObjectNode json, Rates rates) {
        return json.put("fail", rates.fail()).put("inconclusive", rates.open()).put("rehearsals", rates.drawn());
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
