package dev.flamegate.init;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** Reads the modules of a Maven build, as far as names go; a parent outside the build is not read. */
final class MavenBuilds {
    private static final Pattern PROPERTY = Pattern.compile("\\$\\{([^}]+)}");
    private static final int MOST_MODULES = 200;
    private static final int DEEPEST = 5;

    private final Path root;
    private final List<Build> builds = new ArrayList<>();

    private MavenBuilds(Path root) {
        this.root = root;
    }

    /** The root and its modules, except those that package nothing. */
    static List<Build> read(Path root) throws IOException {
        MavenBuilds reader = new MavenBuilds(root);
        reader.read(root, Map.of(), "", 0);
        return reader.builds;
    }

    private void read(Path folder, Map<String, String> inherited, String inheritedText, int depth) throws IOException {
        Path file = folder.resolve("pom.xml");
        if (!Files.isRegularFile(file) || builds.size() >= MOST_MODULES || depth > DEEPEST) {
            return;
        }
        String text = Files.readString(file);
        Element project = parse(file, text);
        Map<String, String> properties = new HashMap<>(inherited);
        for (Element property : children(child(project, "properties"))) {
            properties.put(property.getNodeName(), property.getTextContent().strip());
        }
        Element parent = child(project, "parent");
        String artifact = text(project, "artifactId");
        String version = text(project, "version");
        version = version.isEmpty() ? text(parent, "version") : version;
        properties.put("project.artifactId", artifact);
        properties.put("project.version", version);
        version = filled(version, properties);
        properties.put("project.version", version);
        String name = filled(text(child(project, "build"), "finalName"), properties);
        if (!text(project, "packaging").equals("pom")) {
            boolean known = !version.contains("${");
            builds.add(new Build(
                    Build.Tool.MAVEN,
                    root,
                    folder,
                    artifact,
                    known ? version : "",
                    name.contains("${") ? "" : name,
                    text + "\n" + inheritedText,
                    new Sources(folder)));
        }
        // Dependency and plugin management of a parent does not mean that a module uses it.
        for (Element module : children(child(project, "modules"))) {
            Path next = folder.resolve(module.getTextContent().strip()).normalize();
            if (next.startsWith(root)) {
                read(next, properties, withoutManagement(text), depth + 1);
            }
        }
    }

    private static String withoutManagement(String text) {
        return text.replaceAll("(?s)<(dependency|plugin)Management>.*?</\\1Management>", "");
    }

    private static String filled(String text, Map<String, String> properties) {
        String result = text;
        for (int i = 0; i < DEEPEST && result.contains("${"); i++) {
            result = PROPERTY.matcher(result)
                    .replaceAll(
                            found -> Matcher.quoteReplacement(properties.getOrDefault(found.group(1), found.group())));
        }
        return result;
    }

    private static Element parse(Path file, String text) throws IOException {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            var builder = factory.newDocumentBuilder();
            builder.setErrorHandler(null);
            return builder.parse(new InputSource(new StringReader(text))).getDocumentElement();
        } catch (ParserConfigurationException | SAXException e) {
            throw new IOException(file + " is not valid XML: " + e.getMessage(), e);
        }
    }

    private static List<Element> children(@Nullable Element parent) {
        List<Element> children = new ArrayList<>();
        for (Node node = parent == null ? null : parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element) {
                children.add(element);
            }
        }
        return children;
    }

    private static @Nullable Element child(@Nullable Element parent, String name) {
        return children(parent).stream()
                .filter(element -> element.getNodeName().equals(name))
                .findFirst()
                .orElse(null);
    }

    private static String text(@Nullable Element parent, String name) {
        Element child = child(parent, name);
        return child == null ? "" : child.getTextContent().strip();
    }
}
