package dev.flamegate.insight.upgrade;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/** A {@code pom.xml} that can be changed and written back. Comments and spaces stay, everything is UTF-8. */
final class Pom {
    /** Sections whose dependencies the service does not run with, such as those of plugins. */
    private static final Set<String> ELSEWHERE = Set.of("build", "reporting", "exclusions");

    private final Path file;
    private final Document document;
    private final String asRead;

    private Pom(Path file, Document document) throws IOException {
        this.file = file;
        this.document = document;
        this.asRead = text();
    }

    /**
     * Reads a POM; empty if the file is no XML.
     *
     * @throws IOException when it cannot be read
     */
    static Optional<Pom> read(Path file) throws IOException {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        try (InputStream in = Files.newInputStream(file)) {
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            var builder = factory.newDocumentBuilder();
            builder.setErrorHandler(null);
            return Optional.of(new Pom(file, builder.parse(in)));
        } catch (SAXException noXml) {
            return Optional.empty();
        } catch (ParserConfigurationException e) {
            throw new IOException("no XML can be read here: " + e.getMessage(), e);
        }
    }

    /** Writes the changes into the file; without changes the file stays as it is, to the letter. */
    void write() throws IOException {
        String text = text();
        if (!text.equals(asRead)) {
            Files.writeString(file, text);
        }
    }

    private String text() throws IOException {
        StringWriter text = new StringWriter();
        try {
            TransformerFactory factory = TransformerFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            Transformer transformer = factory.newTransformer();
            transformer.setOutputProperty(OutputKeys.ENCODING, StandardCharsets.UTF_8.name());
            transformer.transform(new DOMSource(document), new StreamResult(text));
        } catch (TransformerException e) {
            throw new IOException(file + " cannot be written: " + e.getMessage(), e);
        }
        return text.toString();
    }

    /** A name and group that an element gives, as written; either may be empty. */
    record Coordinates(String group, String artifact) {}

    /** The project's own coordinates, with the group of its parent if it names no group. */
    Coordinates own() {
        String group = text(project(), "groupId");
        return new Coordinates(
                group.isEmpty() ? text(child(project(), "parent").orElse(null), "groupId") : group,
                text(project(), "artifactId"));
    }

    /** The element that names the project's parent; empty without one. */
    Optional<Element> parent() {
        return child(project(), "parent");
    }

    static Coordinates coordinates(Element element) {
        return new Coordinates(text(element, "groupId"), text(element, "artifactId"));
    }

    /** Every dependency and every managed one, imported lists of versions included, in profiles too. */
    List<Element> dependencies() {
        List<Element> found = new ArrayList<>();
        collect(project(), "dependency", found);
        return found;
    }

    /** Every definition of a property, in profiles too. */
    List<Element> definitions(String property) {
        List<Element> found = new ArrayList<>();
        properties(project()).flatMap(own -> child(own, property)).ifPresent(found::add);
        child(project(), "profiles").stream()
                .flatMap(profiles -> children(profiles).stream())
                .flatMap(profile -> properties(profile).stream())
                .flatMap(own -> child(own, property).stream())
                .forEach(found::add);
        return found;
    }

    private static Optional<Element> properties(Element owner) {
        return child(owner, "properties");
    }

    /** Defines a property for this project and those below it. */
    void define(String property, String value) {
        add(made(project(), "properties"), property, value);
    }

    /** Manages a version before all others: the first that names a library in a project counts. */
    void manage(Coordinates library, String version, boolean isList) {
        Element all = made(made(project(), "dependencyManagement"), "dependencies");
        Element entry = document.createElement("dependency");
        add(entry, "groupId", library.group());
        add(entry, "artifactId", library.artifact());
        add(entry, "version", version);
        if (isList) {
            add(entry, "type", "pom");
            add(entry, "scope", "import");
        }
        all.insertBefore(entry, all.getFirstChild());
    }

    /** The text of a part of an element, without the space around it; empty where it has none. */
    static String text(@Nullable Element parent, String name) {
        return parent == null
                ? ""
                : child(parent, name)
                        .map(child -> child.getTextContent().strip())
                        .orElse("");
    }

    /** A part of an element by its name; the first of several. */
    static Optional<Element> child(Element parent, String name) {
        return children(parent).stream()
                .filter(element -> element.getNodeName().equals(name))
                .findFirst();
    }

    private Element project() {
        return document.getDocumentElement();
    }

    private void add(Element parent, String name, String text) {
        parent.appendChild(document.createElement(name)).setTextContent(text);
    }

    private Element made(Element parent, String name) {
        return child(parent, name).orElseGet(() -> (Element) parent.appendChild(document.createElement(name)));
    }

    private static void collect(Element parent, String name, List<Element> found) {
        for (Element element : children(parent)) {
            if (element.getNodeName().equals(name)) {
                found.add(element);
            } else if (!ELSEWHERE.contains(element.getNodeName())) {
                collect(element, name, found);
            }
        }
    }

    private static List<Element> children(Element parent) {
        List<Element> children = new ArrayList<>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element) {
                children.add(element);
            }
        }
        return children;
    }
}
