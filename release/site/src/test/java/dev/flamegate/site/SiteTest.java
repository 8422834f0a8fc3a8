package dev.flamegate.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiteTest {
    private static final Path CHECKOUT = Path.of("..", "..");
    private static final Pattern ADDRESS = Pattern.compile("(?:href|src)=\"([^\"]*)\"");

    @TempDir
    private Path folder;

    @Test
    void no_link_of_the_documentation_is_broken() throws IOException {
        assertThat(Site.read(CHECKOUT).broken()).isEmpty();
    }

    @Test
    void every_page_of_the_documentation_is_in_the_contents() throws IOException {
        Site site = Site.read(CHECKOUT);
        site.write(folder);
        String start = Files.readString(folder.resolve("index.html"));
        try (Stream<Path> pages = Files.list(CHECKOUT.resolve("docs"))) {
            assertThat(pages.map(page -> page.getFileName().toString())
                            .filter(name -> name.endsWith(".md"))
                            .map(name -> "href=\"docs/" + name.replace(".md", ".html") + "\"")
                            .filter(link -> !start.contains(link)))
                    .isEmpty();
        }
        try (Stream<Path> internals = Files.walk(CHECKOUT.resolve("docs/internals"))) {
            assertThat(site.pages().keySet())
                    .containsAll(internals
                            .filter(page -> page.toString().endsWith(".md"))
                            .map(CHECKOUT::relativize)
                            .toList());
        }
    }

    @Test
    void every_address_on_every_page_is_a_file_of_the_site() throws IOException {
        Site.read(CHECKOUT).write(folder);
        int addresses = 0;
        for (Path page : pages()) {
            Matcher address = ADDRESS.matcher(Files.readString(page));
            while (address.find()) {
                String path = Markdown.path(address.group(1));
                if (!Markdown.isExternal(path) && !path.isEmpty()) {
                    assertThat(page.resolveSibling(path))
                            .as(page + " to " + address.group(1))
                            .exists();
                    addresses++;
                }
            }
        }
        assertThat(addresses).isGreaterThan(2000);
    }

    @Test
    void pages_load_nothing_from_elsewhere_and_can_be_searched() throws IOException {
        Site.read(CHECKOUT).write(folder);
        for (Path page : pages()) {
            assertThat(Files.readString(page))
                    .contains("default-src 'none'")
                    .doesNotContainPattern("<(?:script|img|link)[^>]+(?:src|href)=\"(?:https?:)?//");
        }
        // Not as one text: a failure would print all of it.
        List<String> index = Files.readAllLines(folder.resolve("search-index.js"));
        assertThat(index.stream().filter(line -> line.startsWith("  [\"docs/history.html#the-watch\", ")))
                .singleElement()
                .asString()
                .contains(", \"The watch\", ", "history watch");
        assertThat(index.stream().filter(line -> line.contains("</"))).isEmpty();
    }

    @Test
    void a_link_to_a_missing_page_heading_or_file_is_named() throws IOException {
        try (Stream<Path> pages =
                Stream.concat(Site.read(CHECKOUT).pages().keySet().stream(), Stream.of(Path.of("docs/extra.md")))) {
            for (Path page : pages.toList()) {
                Path copy = folder.resolve(page);
                Files.createDirectories(copy.getParent());
                Files.writeString(copy, "# A page\n\n## A part\n");
            }
        }
        Files.writeString(folder.resolve("docs/guide.md"), """
                # Guide

                [here](#a-part) [there](plan.md#a-part) [nowhere](plan.md#none) [no page](none.md) [no file](../x/none.yaml)
                [elsewhere](https://example.org/none)
                """);

        assertThat(Site.read(folder).broken())
                .containsExactlyInAnyOrder(
                        "docs/guide.md: #a-part: there is no such heading",
                        "docs/guide.md: plan.md#none: there is no such heading",
                        "docs/guide.md: none.md does not exist",
                        "docs/guide.md: ../x/none.yaml does not exist");
    }

    @Test
    void headings_get_the_anchors_that_forges_give_them() {
        Markdown markdown = Markdown.read("""
                # `plan.md`: every key

                ## The simulation, from what you have: `--simulation FILE`
                ## Twice
                text with `code` and <b>tags</b>
                ## Twice
                """);

        assertThat(markdown.title()).isEqualTo("plan.md: every key");
        assertThat(markdown.sections())
                .extracting(Markdown.Section::anchor)
                .containsExactly(
                        "planmd-every-key", "the-simulation-from-what-you-have---simulation-file", "twice", "twice-1");
        assertThat(markdown.sections().get(2).text()).isEqualTo("text with code and tags");
        assertThat(markdown.html(link -> link, link -> Optional.empty())).contains("<h2 id=\"twice-1\">Twice</h2>");
    }

    @Test
    void a_link_shown_as_a_file_gets_its_pages_title() {
        Markdown markdown =
                Markdown.read("# A\n[docs/plan.md](docs/plan.md#every-key), [the plan](docs/plan.md), [x.md](x.md)");

        assertThat(markdown.html(
                        link -> link.replace(".md", ".html"),
                        link -> link.startsWith("docs/plan.md") ? Optional.of("The plan: `a`") : Optional.empty()))
                .contains(
                        "<a href=\"docs/plan.html#every-key\">The plan: `a`</a>, <a href=\"docs/plan.html\">the plan</a>,"
                                + " <a href=\"x.html\">x.md</a>");
    }

    private List<Path> pages() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.toString().endsWith(".html")).toList();
        }
    }
}
