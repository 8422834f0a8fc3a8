package dev.flamegate.report.json;

import dev.flamegate.model.Culprit;
import dev.flamegate.model.Diagnosis;
import dev.flamegate.model.Finding;
import dev.flamegate.model.SuspectCommit;
import dev.flamegate.model.Unit;
import dev.flamegate.report.flame.ReportFlame;
import dev.flamegate.report.text.CauseText;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What caused a finding, in the result. */
final class CauseNodes {
    private CauseNodes() {}

    /** Adds {@code culprit} or {@code noCulprit}, and {@code diagnosis}, where there is one. */
    static void put(ObjectNode node, Finding finding) {
        if (finding.culprit() != null) {
            ObjectNode culprit = node.putObject("culprit");
            fill(culprit, finding.culprit());
            culprit.put("flame", ReportFlame.link(finding).orElse(null));
        }
        if (finding.noCulprit() != null) {
            node.put("noCulprit", finding.noCulprit());
        }
        if (finding.diagnosis() != null) {
            fill(node.putObject("diagnosis"), finding.diagnosis());
        }
    }

    static void fill(ObjectNode node, Diagnosis diagnosis) {
        node.put("id", diagnosis.id());
        node.put("severity", diagnosis.severity().key());
        node.put("evidence", diagnosis.evidence());
        node.put("remedy", diagnosis.remedy());
        node.put("reference", diagnosis.reference());
    }

    private static void fill(ObjectNode node, Culprit culprit) {
        node.put("frame", culprit.frame());
        node.put("file", culprit.file());
        node.put("line", culprit.line() == 0 ? null : culprit.line());
        node.put("share", JsonReport.number(culprit.share(), Unit.RATIO));
        node.put("growth", JsonReport.number(culprit.growth(), Unit.RATIO));
        node.set("interval", JsonReport.interval(culprit.interval(), Unit.RATIO));
        evidence(node.putObject("evidence"), culprit);
        ArrayNode commits = node.putArray("commits");
        culprit.commits().forEach(commit -> commit(commits.addObject(), commit));
    }

    private static void evidence(ObjectNode node, Culprit culprit) {
        Culprit.Evidence evidence = culprit.evidence();
        Unit unit = CauseText.unit(culprit);
        node.put("event", evidence.event().key());
        node.put("kind", evidence.kind().key());
        node.put("unit", unit.symbol());
        node.put("baselinePerRequest", JsonReport.number(evidence.baseline(), unit));
        node.put("perRequest", JsonReport.number(evidence.value(), unit));
        node.set("change", JsonReport.interval(evidence.change(), unit));
        node.put("confidence", JsonReport.number(evidence.change().confidence(), Unit.RATIO));
        ArrayNode path = node.putArray("path");
        evidence.path().forEach(path::add);
        node.put("within", evidence.within());
        node.put("movedFrom", evidence.movedFrom());
    }

    private static void commit(ObjectNode node, SuspectCommit commit) {
        node.put("hash", commit.hash());
        node.put("author", commit.author());
        node.put("date", commit.date().toString());
        node.put("subject", commit.subject());
        node.put("near", commit.near());
        node.put("touched", commit.touched());
    }
}
