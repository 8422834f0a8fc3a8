package dev.flamegate.store;

import dev.flamegate.model.Arm;
import dev.flamegate.model.Pair;
import dev.flamegate.os.Sha256;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A pair as JSON: {@code {"format": "flamegate-pair", "version": 1, "sha256": "…", "pair": {…}}}, the checksum that of
 * the pair without white space. The first pairs ever stored were the inner object alone; they stay readable. Versions
 * and added fields are treated as in a stored run ({@link RunCodec}).
 */
final class PairCodec {
    private static final int VERSION = 1;
    private static final String FORMAT = "flamegate-pair";
    private static final JsonMapper JSON = JsonMapper.shared();

    private PairCodec() {}

    static byte[] encode(Pair pair) {
        JsonNode inner = write(pair);
        ObjectNode envelope = JSON.createObjectNode();
        envelope.put("format", FORMAT);
        envelope.put("version", VERSION);
        envelope.put("sha256", sum(inner));
        envelope.set("pair", inner);
        return JSON.writeValueAsBytes(envelope);
    }

    /**
     * Reads what {@link #encode} wrote.
     *
     * @throws StoreFailed when it is something else, of a newer version, or not as it was written
     */
    static Pair decode(byte[] json) {
        try {
            JsonNode envelope = JSON.readTree(json);
            if (!envelope.has("format")) {
                return read(new Fields(envelope, "pair"));
            }
            RunCodec.check(
                    "pair",
                    FORMAT,
                    VERSION,
                    envelope.path("format").asString(""),
                    envelope.path("version").asInt(0));
            if (!sum(envelope.path("pair")).equals(envelope.path("sha256").asString(""))) {
                throw new StoreFailed(
                        "the pair is not what was stored (its checksum differs); modified records are not used");
            }
            return read(new Fields(envelope.path("pair"), "pair"));
        } catch (JacksonException | IllegalArgumentException e) {
            throw RunCodec.failed("pair", e);
        }
    }

    /**
     * Writes the fields in the order of the format; {@link StoredRunV1} says how to add a field. Fields that versions
     * before 0.2 did not write are left out if they have the value that these pairs have.
     */
    private static ObjectNode write(Pair pair) {
        ArrayNode order = JSON.createArrayNode();
        pair.order().forEach(arm -> order.add(arm.name()));
        ObjectNode json = JSON.createObjectNode().put("number", pair.number());
        if (pair.launchedFirst() == Arm.CANDIDATE) {
            json.put("launchedFirst", Arm.CANDIDATE.name());
        }
        json.set("order", order);
        json.put("invalid", pair.invalid());
        if (pair.unsound() != null) {
            json.put("unsound", pair.unsound().name());
        }
        json.set("warnings", StoredRunV1.warnings(pair.warnings()));
        if (pair.jvm() != null) {
            json.set("jvm", write(pair.jvm()));
        }
        if (pair.withoutC2()) {
            json.put("withoutC2", true);
        }
        if (pair.together()) {
            json.put("together", true);
        }
        return json;
    }

    private static ObjectNode write(Pair.JvmEvents events) {
        ObjectNode json = JSON.createObjectNode();
        json.set("baseline", write(events.baseline()));
        json.set("candidate", write(events.candidate()));
        return json.put("problem", events.problem());
    }

    private static ObjectNode write(Pair.JvmEvents.Part part) {
        ObjectNode json = JSON.createObjectNode()
                .put("requests", part.requests())
                .put("seconds", part.seconds())
                .put("allocated", part.allocated());
        ArrayNode tallies = json.putArray("tallies");
        part.tallies()
                .forEach(tally -> tallies.addObject()
                        .put("kind", tally.kind().key())
                        .put("what", tally.what())
                        .put("where", tally.where())
                        .put("count", tally.count())
                        .put("amount", tally.amount()));
        return json;
    }

    private static Pair read(Fields pair) {
        return new Pair(
                (int) pair.integer("number"),
                Arm.valueOf(pair.text("launchedFirst", Arm.BASELINE.name())),
                pair.texts("order").stream().map(Arm::valueOf).toList(),
                pair.textOrNull("invalid"),
                Optional.ofNullable(pair.textOrNull("unsound"))
                        .map(Arm::valueOf)
                        .orElse(null),
                pair.list("warnings", StoredRunV1::readWarning),
                pair.has("jvm") ? pair.object("jvm", PairCodec::readEvents) : null,
                pair.has("withoutC2") && pair.flag("withoutC2"),
                pair.has("together") && pair.flag("together"));
    }

    private static Pair.JvmEvents readEvents(Fields events) {
        return new Pair.JvmEvents(
                events.object("baseline", PairCodec::readEventsPart),
                events.object("candidate", PairCodec::readEventsPart),
                events.textOrNull("problem"));
    }

    private static Pair.JvmEvents.Part readEventsPart(Fields part) {
        return new Pair.JvmEvents.Part(
                part.integer("requests"),
                part.number("seconds", 0),
                part.number("allocated", Double.NaN),
                part.list("tallies", PairCodec::readTally));
    }

    private static Pair.JvmEvents.Tally readTally(Fields tally) {
        return new Pair.JvmEvents.Tally(
                Pair.JvmEvents.Kind.valueOf(
                        tally.text("kind").toUpperCase(Locale.ROOT).replace('-', '_')),
                tally.text("what"),
                tally.text("where"),
                tally.integer("count"),
                tally.number("amount", 0));
    }

    private static String sum(JsonNode pair) {
        return Sha256.of(JSON.writeValueAsBytes(pair));
    }
}
