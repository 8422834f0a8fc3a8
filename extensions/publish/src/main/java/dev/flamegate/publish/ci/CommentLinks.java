package dev.flamegate.publish.ci;

import dev.flamegate.format.Escapes;
import dev.flamegate.format.Names;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.finding.Culprit;
import dev.flamegate.report.flame.FlameLinks;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The origin of a comment's result: the addresses of the full report and of the flame diff, and the fork that reported
 * it.
 *
 * @param report address of the HTML report; empty when it is not published
 * @param flame address of {@code flame.html}; empty likewise
 * @param fork whose own workflow reported the result; empty for one of the repository's
 */
public record CommentLinks(Optional<URI> report, Optional<URI> flame, Optional<Fork> fork) {
    private static final int LONGEST_NAME = 200;
    private static final int LONGEST_FRAGMENT = 4000;

    /** Addresses of a result of the repository's own workflow. */
    public CommentLinks(Optional<URI> report, Optional<URI> flame) {
        this(report, flame, Optional.empty());
    }

    /**
     * A fork, whose code runs in its own workflow and can write any result.
     *
     * @param repository {@code owner/name}
     * @param run address of the run; empty when it is not known
     */
    public record Fork(String repository, Optional<URI> run) {
        /** The fork whose workflow has just ended, where that started this build; empty for any other build. */
        public static Optional<Fork> of(CiEnvironment environment) {
            JsonNode run = GitHubForge.event(environment).path("workflow_run");
            String repository = run.path("head_repository").path("full_name").asString("");
            if (repository.isEmpty() || repository.equals(environment.value("GITHUB_REPOSITORY"))) {
                return Optional.empty();
            }
            return Optional.of(new Fork(repository, page(run.path("html_url").asString(""))));
        }

        private static Optional<URI> page(String text) {
            try {
                return address(text);
            } catch (IllegalArgumentException e) {
                return Optional.empty();
            }
        }

        /** A line that names the fork. */
        String markdown() {
            String name = Escapes.markdown(Names.cut(repository, LONGEST_NAME));
            return "As reported by "
                    + run.map(page -> link("the workflow", page.toASCIIString()))
                            .orElse("the workflow")
                    + " of the fork " + name + ", whose code can write any result:";
        }
    }

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

    /**
     * The address of the flame diff, which opens at the culprit.
     *
     * @param longest number of characters that its fragment may have; a longer one is left out
     */
    public Optional<String> flameAt(Optional<Culprit> culprit, int longest) {
        return flame.map(uri -> at(uri, culprit, longest));
    }

    /** Both links as Markdown, the flame diff opening at the culprit; empty without any link. */
    String markdown(Optional<Culprit> culprit) {
        Optional<String> flameLink = flameAt(culprit, LONGEST_FRAGMENT).map(address -> link("flame diff", address));
        Optional<String> reportLink = report.map(uri -> link("full report", uri.toASCIIString()));
        return String.join(
                " · ",
                List.of(flameLink, reportLink).stream()
                        .flatMap(Optional::stream)
                        .toList());
    }

    /** The page's address with a fragment that says where it opens; an address that already has a fragment keeps it. */
    private static String at(URI flame, Optional<Culprit> culprit, int longest) {
        String base = flame.toASCIIString();
        if (flame.getRawFragment() != null || culprit.isEmpty()) {
            return base;
        }
        Culprit found = culprit.get();
        Culprit.Evidence evidence = found.evidence();
        if (!(evidence.cost() instanceof ProfileEvent event)) {
            return base; // counted, and in no profile
        }
        String fragment = evidence.path().isEmpty()
                ? FlameLinks.toFrame(event, found.frame())
                : FlameLinks.toPath(event, evidence.path());
        return fragment.length() <= longest ? base + "#" + fragment : base;
    }

    /** A Markdown link. Angle brackets end its destination at the next bracket; an ampersand could begin an entity. */
    private static String link(String text, String address) {
        return "[" + text + "](<" + address.replace("&", "&amp;") + ">)";
    }
}
