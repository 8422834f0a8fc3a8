package dev.flamegate.site;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.ext.heading.anchor.IdGenerator;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomBlock;
import org.commonmark.node.CustomNode;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * One Markdown document: its HTML, and what a reader finds in it.
 *
 * @param title its first heading
 * @param sections its headings in order, each with the text up to the next; the first is the whole document's
 * @param links where its links and images lead, as written
 */
record Markdown(Node document, String title, List<Section> sections, List<String> links) {
    private static final List<Extension> EXTENSIONS =
            List.of(TablesExtension.create(), HeadingAnchorExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();

    Markdown {
        sections = List.copyOf(sections);
        links = List.copyOf(links);
    }

    /**
     * A part of a document.
     *
     * @param level of its heading, 1 to 6
     * @param anchor to link to it
     * @param text without marks
     */
    record Section(int level, String heading, String anchor, String text) {}

    /**
     * Reads a document.
     *
     * @throws IllegalArgumentException when it has no heading
     */
    static Markdown read(String text) {
        Node document = PARSER.parse(text);
        Reading reading = new Reading();
        document.accept(reading);
        reading.end();
        if (reading.sections.isEmpty()) {
            throw new IllegalArgumentException("a page begins with a heading");
        }
        return new Markdown(document, reading.sections.get(0).heading(), reading.sections, reading.links);
    }

    /**
     * The document as HTML. A link that is shown as the name of a file gets its page's title.
     *
     * @param address what a link or image leads to on the site, from what is written
     * @param title of the page that a link leads to; empty for none
     */
    String html(UnaryOperator<String> address, Function<String, Optional<String>> title) {
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                if (link.getFirstChild() instanceof Text text
                        && text == link.getLastChild()
                        && text.getLiteral().endsWith(".md")) {
                    title.apply(link.getDestination()).ifPresent(text::setLiteral);
                }
            }
        });
        HtmlRenderer renderer = HtmlRenderer.builder()
                .extensions(EXTENSIONS)
                .attributeProviderFactory(context -> (node, tag, attributes) -> {
                    attributes.computeIfPresent("href", (name, written) -> address.apply(written));
                    attributes.computeIfPresent("src", (name, written) -> address.apply(written));
                    if (node instanceof Image) {
                        attributes.put("loading", "lazy");
                    }
                    if (tag.equals("table") || tag.equals("pre")) {
                        attributes.put("tabindex", "0"); // it can be wider than the page, and is scrolled by keys then
                    }
                })
                .build();
        return renderer.render(document);
    }

    /** Whether a link leads out of the repository. */
    static boolean isExternal(String link) {
        try {
            return new URI(link).isAbsolute();
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /** The part of a link behind {@code #}. */
    static Optional<String> anchor(String link) {
        int hash = link.indexOf('#');
        return hash < 0 ? Optional.empty() : Optional.of(link.substring(hash + 1));
    }

    /** A link without the part behind {@code #}; empty for a link within the document. */
    static String path(String link) {
        int hash = link.indexOf('#');
        return hash < 0 ? link : link.substring(0, hash);
    }

    private static final class Reading extends AbstractVisitor {
        private final List<Section> sections = new ArrayList<>();
        private final List<String> links = new ArrayList<>();
        private final IdGenerator anchors =
                IdGenerator.builder().defaultId("id").build();
        private StringBuilder text = new StringBuilder();
        private int level;
        private String heading = "";
        private String anchor = "";

        @Override
        public void visit(Heading node) {
            end();
            text = new StringBuilder();
            visitChildren(node);
            heading = text.toString().strip();
            anchor = anchors.generateId(heading);
            level = node.getLevel();
            text = new StringBuilder();
        }

        /** Notes the section that ends here. */
        void end() {
            if (level > 0) {
                sections.add(new Section(
                        level, heading, anchor, text.toString().strip().replaceAll("\\s+", " ")));
            }
        }

        @Override
        public void visit(Link node) {
            links.add(node.getDestination());
            visitChildren(node);
        }

        @Override
        public void visit(Image node) {
            links.add(node.getDestination());
            visitChildren(node);
        }

        @Override
        public void visit(Text node) {
            text.append(node.getLiteral());
        }

        @Override
        public void visit(Code node) {
            text.append(node.getLiteral());
        }

        @Override
        public void visit(FencedCodeBlock node) {
            text.append(' ').append(node.getLiteral()).append(' ');
        }

        @Override
        public void visit(SoftLineBreak node) {
            text.append(' ');
        }

        @Override
        public void visit(HardLineBreak node) {
            text.append(' ');
        }

        @Override
        public void visit(org.commonmark.node.Paragraph node) {
            visitChildren(node);
            text.append(' ');
        }

        @Override
        public void visit(CustomBlock node) {
            visitChildren(node);
        }

        @Override
        public void visit(CustomNode node) {
            visitChildren(node);
            if (node instanceof TableCell) {
                text.append(' ');
            }
        }
    }
}
