package dev.flamegate.init;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.maven.model.Model;
import org.apache.maven.model.Parent;
import org.apache.maven.model.io.xpp3.MavenXpp3Reader;
import org.codehaus.plexus.util.xml.pull.XmlPullParserException;
import org.jspecify.annotations.Nullable;

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
        Model project = parse(file, text);
        Map<String, String> properties = new HashMap<>(inherited);
        project.getProperties().forEach((name, value) -> properties.put(name.toString(), value.toString()));
        String artifact = Objects.requireNonNullElse(project.getArtifactId(), "");
        properties.put("project.artifactId", artifact);
        Parent parent = project.getParent();
        String version = parent == null || project.getVersion() != null ? project.getVersion() : parent.getVersion();
        version = filled(version, properties);
        properties.put("project.version", version);
        org.apache.maven.model.Build build = project.getBuild();
        String name = filled(build == null ? null : build.getFinalName(), properties);
        if (!project.getPackaging().equals("pom")) {
            builds.add(new Build(
                    Build.Tool.MAVEN,
                    root,
                    folder,
                    artifact,
                    version.contains("${") ? "" : version,
                    name.contains("${") ? "" : name,
                    text + "\n" + inheritedText,
                    new Sources(folder)));
        }
        // Dependency and plugin management of a parent does not mean that a module uses it.
        for (String module : project.getModules()) {
            Path next = folder.resolve(module).normalize();
            if (next.startsWith(root)) {
                read(next, properties, withoutManagement(text), depth + 1);
            }
        }
    }

    private static String withoutManagement(String text) {
        return text.replaceAll("(?s)<(dependency|plugin)Management>.*?</\\1Management>", "");
    }

    private static String filled(@Nullable String text, Map<String, String> properties) {
        String result = text == null ? "" : text;
        for (int i = 0; i < DEEPEST && result.contains("${"); i++) {
            result = PROPERTY.matcher(result)
                    .replaceAll(
                            found -> Matcher.quoteReplacement(properties.getOrDefault(found.group(1), found.group())));
        }
        return result;
    }

    /** Reads what there is of a model: it may have elements that Maven does not know. */
    private static Model parse(Path file, String text) throws IOException {
        try {
            return new MavenXpp3Reader().read(new StringReader(text), false);
        } catch (XmlPullParserException | IOException e) {
            throw new IOException(file + " is not valid XML: " + e.getMessage(), e);
        }
    }
}
