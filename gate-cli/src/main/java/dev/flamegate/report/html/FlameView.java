package dev.flamegate.report.html;

import dev.flamegate.report.GateReport;
import dev.flamegate.report.flame.FlameEvent;
import dev.flamegate.report.flame.FlameInput;
import dev.flamegate.report.flame.FlameSvg;
import dev.flamegate.report.flame.ReportFlame;
import dev.flamegate.report.template.Templates;
import freemarker.core.TemplateHTMLOutputModel;
import java.net.URI;
import java.util.Optional;

/**
 * The flame graph as a picture, and where the viewer is.
 *
 * @param there whether there is a profile at all; without one nothing but the instructions matters
 * @param what is shown, such as {@code CPU per request, the candidate against the baseline}
 * @param note what the picture's colours say and what it leaves out
 * @param page the viewer's, relative to the report's
 * @param picture the same as a separate file
 * @param elsewhere where both profiles are on a server of the team; empty without one
 * @param instructions where the page of counted instructions is; empty without one
 */
public record FlameView(
        boolean there,
        String what,
        TemplateHTMLOutputModel markup,
        String note,
        String page,
        String picture,
        String elsewhere,
        String instructions) {
    static FlameView of(Optional<FlameInput> flame, Optional<String> instructions, GateReport report) {
        String counted = instructions.orElse("");
        return flame.map(input -> shown(input, counted, report))
                .orElseGet(() -> new FlameView(false, "", Templates.markup(""), "", "", "", "", counted));
    }

    private static FlameView shown(FlameInput input, String instructions, GateReport report) {
        FlameEvent event = FlameSvg.shown(input);
        FlameSvg.Picture picture = FlameSvg.inPage(input);
        String compared = event.baseline().isPresent() ? ", against the baseline" : "";
        return new FlameView(
                true,
                event.event().title() + " per request" + compared,
                Templates.markup(picture.markup()),
                picture.note(),
                ReportFlame.PAGE,
                ReportFlame.PICTURE,
                report.profiles().map(URI::toASCIIString).orElse(""),
                instructions);
    }
}
