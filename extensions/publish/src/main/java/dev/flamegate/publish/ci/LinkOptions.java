package dev.flamegate.publish.ci;

import dev.flamegate.cli.option.UsageProblem;
import java.net.URI;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The addresses of the report and the flame graph that a comment or a message links to. */
public final class LinkOptions {
    @Option(
            names = "--report-url",
            paramLabel = "URL",
            description = "Address of the full report (FLAMEGATE_REPORT_URL).",
            defaultValue = "${env:FLAMEGATE_REPORT_URL:-}")
    private String report = "";

    @Option(
            names = "--flame-url",
            paramLabel = "URL",
            description = "Address of flame.html; the link opens it at the culprit (FLAMEGATE_FLAME_URL).",
            defaultValue = "${env:FLAMEGATE_FLAME_URL:-}")
    private String flame = "";

    /**
     * The report and the flame graph as links.
     *
     * @param fork whose workflow reports, if it is one
     * @throws UsageProblem when one is no address
     */
    public CommentLinks links(Optional<CommentLinks.Fork> fork) {
        return new CommentLinks(address(report), address(flame), fork);
    }

    private static Optional<URI> address(String text) {
        try {
            return CommentLinks.address(text);
        } catch (IllegalArgumentException e) {
            throw new UsageProblem(String.valueOf(e.getMessage()));
        }
    }
}
