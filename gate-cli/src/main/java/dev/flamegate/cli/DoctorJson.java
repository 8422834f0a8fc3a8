package dev.flamegate.cli;

import dev.flamegate.doctor.Checked;
import dev.flamegate.doctor.Status;
import dev.flamegate.gate.Installation;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What a doctor found as one JSON object, as docs/schema/doctor.schema.json describes it. */
final class DoctorJson {
    private static final int VERSION = 1;
    private static final List<Status> BY_WEIGHT = List.of(Status.SKIP, Status.OK, Status.WARN, Status.FAIL);

    private DoctorJson() {}

    /**
     * The object.
     *
     * @param code exit code of the process
     * @param withPlan whether a plan was looked at
     */
    static String write(List<Checked> all, int code, boolean withPlan) {
        ObjectNode json = JsonMapper.shared().createObjectNode();
        json.put("version", VERSION);
        json.put("tool", "flamegate " + Installation.version());
        json.put("exitCode", code);
        json.put(
                "status",
                all.stream()
                        .map(checked -> checked.result().status())
                        .max(Comparator.comparingInt(BY_WEIGHT::indexOf))
                        .map(DoctorJson::word)
                        .orElse("ok"));
        json.put("plan", withPlan);
        ArrayNode checks = json.putArray("checks");
        for (Checked checked : all) {
            ObjectNode node = checks.addObject();
            node.put("id", checked.id());
            node.put("group", checked.group().name().toLowerCase(Locale.ROOT));
            node.put("status", word(checked.result().status()));
            node.put("message", checked.result().message());
            node.put(
                    "remedy",
                    checked.result().remedy().isEmpty()
                            ? null
                            : checked.result().remedy());
            ObjectNode values = node.putObject("values");
            checked.result().values().forEach(values::put);
        }
        return json.toPrettyString();
    }

    private static String word(Status status) {
        return status.name().toLowerCase(Locale.ROOT);
    }
}
