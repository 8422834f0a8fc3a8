package dev.flamegate.ci;

import dev.flamegate.model.finding.Culprit;
import dev.flamegate.report.flame.FlameLinks;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The addresses of the full report and of the flame diff.
 *
 * @param report address of the HTML report; empty when it is not published
 * @param flame address of {@code flame.html}; empty likewise
 */
public record CommentLinks(Optional<URI> report, Optional<URI> flame) {
    private static final int LONGEST_FRAGMENT = 4000;

    /** No links. */
    public static final CommentLinks NONE = new CommentLinks(Optional.empty(), Optional.empty());

    /**
     * An address from outside.
     *
     * @param text empty for none
     * @throws IllegalArgumentException when it is no {@code http} or {@code https} address; the message begins with it
     */
    public static Optional<URI> address(String text) {
        if (text.isBlank()) {
            return Optional.empty();
        }
        try {
            URI uri = new URI(text.strip());
            String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
            if (uri.getHost() != null && List.of("http", "https").contains(scheme)) {
                return Optional.of(uri);
            }
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(text + ": not the address of a page (" + e.getReason() + ")", e);
        }
        throw new IllegalArgumentException(text + ": an address of a page begins with http:// or https://");
    }

    /** Both as Markdown, the flame diff opening at the culprit; empty when there is neither. */
    String markdown(Optional<Culprit> culprit) {
        Optional<String> flameLink = flame.map(uri -> link("flame diff", at(uri, culprit)));
        Optional<String> reportLink = report.map(uri -> link("full report", uri.toASCIIString()));
        return String.join(
                " · ",
                List.of(flameLink, reportLink).stream()
                        .flatMap(Optional::stream)
                        .toList());
    }

    /** The page's fragment says where it opens; an address that has one of its own keeps it. */
    private static String at(URI flame, Optional<Culprit> culprit) {
        String base = flame.toASCIIString();
        if (flame.getRawFragment() != null || culprit.isEmpty()) {
            return base;
        }
        Culprit found = culprit.get();
        Culprit.Evidence evidence = found.evidence();
        String fragment = evidence.path().isEmpty()
                ? FlameLinks.toFrame(evidence.event(), found.frame())
                : FlameLinks.toPath(evidence.event(), evidence.path());
        return fragment.length() <= LONGEST_FRAGMENT ? base + "#" + fragment : base;
    }

    /** A destination in angle brackets ends at the next one only; an ampersand could begin an entity. */
    private static String link(String text, String address) {
        return "[" + text + "](<" + address.replace("&", "&amp;") + ">)";
    }
}
