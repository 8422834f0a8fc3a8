package dev.flamegate.search.night;

import dev.flamegate.model.Unit;
import dev.flamegate.report.json.Values;
import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A night as one JSON object: {@code docs/schema/nightly.schema.json}. */
final class NightJson {
    private static final int VERSION = 1;

    private NightJson() {}

    public static ObjectNode of(NightReport night, int exitCode) {
        ObjectNode json = JsonMapper.shared().createObjectNode();
        json.put("version", VERSION);
        json.put("exitCode", exitCode);
        json.put("started", night.started().toString());
        json.put("seconds", Values.number(night.took().toMillis() / 1e3, Unit.SECONDS));
        json.put("slots", night.slots());
        json.put("comparisons", night.comparisons());
        json.put("searches", night.searches());
        ArrayNode services = json.putArray("services");
        night.services().forEach(service -> put(services.addObject(), service));
        return json;
    }

    private static void put(ObjectNode json, ServiceNight service) {
        json.put("service", service.name());
        json.put("status", service.status().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        json.put("verdict", service.verdict() == null ? null : service.verdict().name());
        json.put("news", service.isNews());
        json.put("good", service.good().isEmpty() ? null : service.good());
        json.put("newest", service.newest().isEmpty() ? null : service.newest());
        json.put("commits", service.commits());
        json.put("lines", service.lines());
        json.put("risk", Values.number(service.risk(), Unit.RATIO));
        json.put("message", service.because());
        ServiceNight.NightCulprit culprit = service.culprit();
        if (culprit != null) {
            json.putObject("search")
                    .put("ending", culprit.ending())
                    .put("message", culprit.message())
                    .put("commit", culprit.commit())
                    .put("subject", culprit.subject());
        }
    }
}
