package dev.flamegate.doctor;

import dev.flamegate.check.Check;
import dev.flamegate.check.CheckResult;
import dev.flamegate.check.CheckResult.Status;
import dev.flamegate.runtime.Installation;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The doctor's results as one JSON object, as docs/schema/doctor.schema.json describes it. */
final class DoctorJson {
    private static final int VERSION = 1;
    private static final List<Status> BY_WEIGHT = List.of(Status.SKIP, Status.OK, Status.WARN, Status.FAIL);

    private DoctorJson() {}

    /**
     * The object.
     *
     * @param code exit code of the process
     * @param withPlan whether there was a plan
     */
    static String write(List<Check.Report> all, int code, boolean withPlan) {
        ObjectNode json = JsonMapper.shared().createObjectNode();
        json.put("version", VERSION);
        json.put("tool", "flamegate " + Installation.version());
        json.put("exitCode", code);
        json.put(
                "status",
                all.stream()
                        .map(report -> report.result().status())
                        .max(Comparator.comparingInt(BY_WEIGHT::indexOf))
                        .map(DoctorJson::word)
                        .orElse("ok"));
        json.put("plan", withPlan);
        ArrayNode checks = json.putArray("checks");
        for (Check.Report report : all) {
            CheckResult result = report.result();
            ObjectNode node = checks.addObject();
            node.put("id", report.id());
            node.put("group", report.group().name().toLowerCase(Locale.ROOT));
            node.put("status", word(result.status()));
            node.put("message", result.message());
            node.put("remedy", result.remedy().isEmpty() ? null : result.remedy());
            ObjectNode values = node.putObject("values");
            result.values().forEach(values::put);
        }
        return json.toPrettyString();
    }

    private static String word(Status status) {
        return status.name().toLowerCase(Locale.ROOT);
    }
}
