package dev.flamegate.store;

import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.Looks;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code verdict.json}, stored with a record.
 *
 * @param judged when; the epoch where the file does not say
 * @param broken the rules it broke; empty in files of versions before 0.1
 * @param looks that a comparison was decided with; empty for a run, and in files of versions before 0.2
 */
record VerdictFile(Verdict verdict, Instant judged, List<BrokenRule> broken, Optional<Looks> looks) {
    static final String NAME = "verdict.json";

    private static final JsonMapper JSON = JsonMapper.shared();

    VerdictFile {
        broken = List.copyOf(broken);
    }

    static VerdictFile of(Judgement judgement, Instant judged) {
        return new VerdictFile(judgement.verdict(), judged, BrokenRule.of(judgement), Optional.empty());
    }

    static VerdictFile of(Judgement judgement, Instant judged, Looks looks) {
        return new VerdictFile(judgement.verdict(), judged, BrokenRule.of(judgement), Optional.of(looks));
    }

    /** The verdict of a record; empty when it was not judged. */
    static Optional<VerdictFile> read(Path place) {
        try {
            Fields file =
                    new Fields(JSON.readTree(HistoryFile.read(place.resolve(NAME), HistoryFile.MOST_SMALL)), "verdict");
            return Optional.of(new VerdictFile(
                    Verdict.valueOf(file.text("verdict")),
                    file.has("judged") ? file.instant("judged") : Instant.EPOCH,
                    file.has("broken") ? file.list("broken", VerdictFile::readBroken) : List.of(),
                    file.has("looks") ? Optional.of(file.object("looks", VerdictFile::readLooks)) : Optional.empty()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | RuntimeException e) {
            throw new StoreFailed(place.getFileName() + ": its verdict cannot be read: " + e.getMessage(), e);
        }
    }

    private static Looks readLooks(Fields looks) {
        Looks preset = Looks.preset(looks.text("name"));
        return new Looks(
                preset.name(),
                looks.integers("pairs"),
                looks.has("failError") ? looks.number("failError") : preset.failError(),
                preset.passError(),
                preset.confirmBelow(),
                (int) looks.integer("planned"),
                looks.flag("open"));
    }

    private static BrokenRule readBroken(Fields broken) {
        return new BrokenRule(
                broken.text("rule"),
                broken.text("part", ""),
                Outcome.valueOf(broken.text("outcome", "FAIL")),
                broken.numberOrNull("growth"),
                broken.textOrNull("culprit"));
    }

    byte[] json() {
        ObjectNode json = JSON.createObjectNode();
        json.put("judged", judged.toString());
        json.put("verdict", verdict.name());
        ArrayNode rules = json.putArray("broken");
        for (BrokenRule one : broken) {
            ObjectNode node = rules.addObject();
            node.put("rule", one.rule());
            node.put("part", one.part());
            node.put("outcome", one.outcome().name());
            node.put("growth", one.growth());
            node.put("culprit", one.culprit());
        }
        looks.ifPresent(decided -> {
            ObjectNode node = json.putObject("looks");
            node.put("name", decided.name());
            decided.pairs().forEach(node.putArray("pairs")::add);
            node.put("planned", decided.planned());
            // One of several candidates has a part of it.
            if (decided.failError() != Looks.preset(decided.name()).failError()) {
                node.put("failError", decided.failError());
            }
            node.put("open", decided.open());
        });
        return JSON.writeValueAsBytes(json);
    }
}
