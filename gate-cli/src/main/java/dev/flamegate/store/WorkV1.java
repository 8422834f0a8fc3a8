package dev.flamegate.store;

import dev.flamegate.model.Work;
import dev.flamegate.model.WorkCount;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The work of one start as a part of a stored run, see {@link StoredRunV1}. */
final class WorkV1 {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private WorkV1() {}

    static ObjectNode write(Work work) {
        ObjectNode requests = JSON.objectNode();
        work.requests().forEach((name, of) -> {
            ObjectNode counts = JSON.objectNode();
            of.counts()
                    .forEach((count, each) -> counts.putObject(count.key())
                            .put("mean", each.mean())
                            .put("error", each.error()));
            requests.putObject(name).put("counted", of.counted()).set("counts", counts);
        });
        return JSON.objectNode()
                .set("requests", requests)
                .set("background", texts(work.background()))
                .set("uncounted", texts(work.uncounted()));
    }

    static Work readWork(Fields work) {
        return new Work(work.map("requests", WorkV1::readRequests), work.texts("background"), work.texts("uncounted"));
    }

    private static Work.Requests readRequests(Fields requests) {
        Map<WorkCount, Work.PerRequest> known = new EnumMap<>(WorkCount.class);
        Map<String, Work.PerRequest> all =
                requests.map("counts", each -> new Work.PerRequest(each.number("mean"), each.number("error")));
        for (WorkCount count : WorkCount.values()) {
            Work.PerRequest each = all.get(count.key());
            if (each != null) {
                known.put(count, each);
            }
        }
        return new Work.Requests(requests.integer("counted"), known);
    }

    private static ArrayNode texts(List<String> texts) {
        ArrayNode array = JSON.arrayNode();
        texts.forEach(array::add);
        return array;
    }
}
