package dev.flamegate.report.text;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.Interval;
import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.Culprit;
import dev.flamegate.model.finding.Diagnosis;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.SuspectCommit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** What caused a finding, in words: its culprit, or why there is none, and its diagnosis. */
public final class CauseText {
    private static final int HASH = 10;

    private final UnaryOperator<String> name;

    /** Words with names as {@code name} returns them. */
    public CauseText(UnaryOperator<String> name) {
        this.name = name;
    }

    /** Words with names in plain text. */
    public static CauseText plain() {
        return new CauseText(Names::visible);
    }

    /** A clause for each thing known about the cause; empty where none was looked for. */
    public List<String> of(Finding finding) {
        List<String> lines = new ArrayList<>();
        if (finding.culprit() != null) {
            lines.add("culprit: " + culprit(finding.culprit()));
        } else if (finding.noCulprit() != null) {
            lines.add("no culprit stands out: " + name.apply(finding.noCulprit()));
        }
        if (finding.diagnosis() != null) {
            lines.add("diagnosis: " + diagnosis(finding.diagnosis()));
        }
        return lines;
    }

    /**
     * {@code shop.Matrix.multiply (shop/Matrix.java:88) explains 97 % of the growth: +6.1 ms of CPU per request ...}.
     */
    public String culprit(Culprit culprit) {
        Culprit.Evidence evidence = culprit.evidence();
        Unit unit = unit(culprit);
        String share = culprit.share() == null
                ? " grew: "
                : " explains " + Numbers.percent(culprit.share()) + " of the growth: ";
        double change = evidence.value() - evidence.baseline();
        return name.apply(culprit.frame()) + place(culprit) + share + Numbers.change(change, unit) + " of "
                + evidence.event().cost() + " per request" + bounds(evidence.change(), unit) + before(culprit, unit)
                + (evidence.within() == null ? "" : ", in " + name.apply(evidence.within()) + " below it")
                + (evidence.movedFrom() == null
                        ? ""
                        : ", beyond what moved into it from " + name.apply(evidence.movedFrom()))
                + suspect(culprit);
    }

    /** {@code id: what shows it -> what to do}. */
    public String diagnosis(Diagnosis diagnosis) {
        return name.apply(diagnosis.id()) + ": " + name.apply(diagnosis.evidence()) + " -> "
                + name.apply(diagnosis.remedy());
    }

    /** The unit that costs of a culprit are shown in. */
    public static Unit unit(Culprit culprit) {
        return culprit.evidence().event().unit();
    }

    private String place(Culprit culprit) {
        if (culprit.file() == null) {
            return "";
        }
        return " (" + name.apply(culprit.file()) + (culprit.line() > 0 ? ":" + culprit.line() : "") + ")";
    }

    private String suspect(Culprit culprit) {
        if (culprit.commits().isEmpty()) {
            return "";
        }
        SuspectCommit last = culprit.commits().get(culprit.commits().size() - 1);
        String hash = last.hash().substring(0, Math.min(HASH, last.hash().length()));
        int others = culprit.commits().size() - 1;
        return "; touched by " + name.apply(hash) + " of " + name.apply(last.author()) + ", "
                + name.apply(last.subject()) + (others > 0 ? ", and " + Names.plural(others, "commit") + " more" : "");
    }

    private static String bounds(Interval change, Unit unit) {
        boolean known = Double.isFinite(change.low()) && Double.isFinite(change.high());
        return known
                ? " (" + Numbers.confidence(change.confidence()) + " interval " + Numbers.change(change.low(), unit)
                        + " to " + Numbers.change(change.high(), unit) + ")"
                : "";
    }

    private static String before(Culprit culprit, Unit unit) {
        return culprit.growth() == null
                ? ", new"
                : ", " + Numbers.growth(culprit.growth()) + " from "
                        + Numbers.quantity(culprit.evidence().baseline(), unit);
    }
}
