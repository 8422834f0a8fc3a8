package dev.flamegate.init;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the projects of a Gradle build. Build files are programs: only plain literals are found. */
final class GradleBuilds {
    private static final Pattern ROOT_NAME = Pattern.compile("rootProject\\.name\\s*=\\s*[\"']([^\"']+)[\"']");
    private static final Pattern INCLUDE = Pattern.compile("(?m)^\\s*include\\b\\s*\\(?(.*?)\\)?\\s*$");
    private static final Pattern QUOTED = Pattern.compile("[\"']([^\"']+)[\"']");
    private static final Pattern VERSION = Pattern.compile("(?m)^\\s*version\\s*=?\\s*[\"']([^\"'$]+)[\"']");
    private static final Pattern VERSION_PROPERTY = Pattern.compile("(?m)^\\s*version\\s*[=:]\\s*(\\S+)\\s*$");
    private static final Pattern JAR_NAME =
            Pattern.compile("archiveFileName(?:\\.set\\(|\\s*=)\\s*[\"']([^\"']+)\\.jar[\"']");

    private GradleBuilds() {}

    /** The root project and those included by its settings. */
    static List<Build> read(Path root) throws IOException {
        String settings = anyOf(root, "settings.gradle", "settings.gradle.kts");
        String properties = anyOf(root, "gradle.properties");
        Path folderName = root.getFileName();
        String name = first(ROOT_NAME, settings, folderName == null ? "service" : folderName.toString());
        String rootText = anyOf(root, "build.gradle", "build.gradle.kts");
        String version = first(VERSION, rootText, first(VERSION_PROPERTY, properties, ""));
        List<Build> builds = new ArrayList<>();
        add(builds, root, root, name, version, rootText);
        Matcher include = INCLUDE.matcher(settings);
        while (include.find()) {
            Matcher project = QUOTED.matcher(include.group(1));
            while (project.find()) {
                String path = project.group(1).replaceFirst("^:", "").replace(':', '/');
                Path folder = root.resolve(path).normalize();
                if (folder.startsWith(root) && !folder.equals(root)) {
                    String text = anyOf(folder, "build.gradle", "build.gradle.kts");
                    String own = path.substring(path.lastIndexOf('/') + 1);
                    add(builds, root, folder, own, first(VERSION, text, version), text);
                }
            }
        }
        return builds;
    }

    private static void add(List<Build> builds, Path root, Path folder, String name, String version, String text) {
        if (!text.isBlank()) {
            String jarName = filled(filled(first(JAR_NAME, text, ""), "name", name), "version", version);
            builds.add(new Build(
                    Build.Tool.GRADLE,
                    root,
                    folder,
                    name,
                    version,
                    jarName.contains("$") ? "" : jarName,
                    text,
                    new Sources(folder)));
        }
    }

    /** Fills the value of a property of the project into a text; other placeholders stay. */
    private static String filled(String text, String property, String value) {
        return value.isEmpty()
                ? text
                : text.replaceAll(
                        "\\$(?:\\{(?:project\\.)?" + property + "}|(?:project\\.)?" + property + "\\b)",
                        Matcher.quoteReplacement(value));
    }

    private static String first(Pattern pattern, String text, String otherwise) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1) : otherwise;
    }

    private static String anyOf(Path folder, String... names) throws IOException {
        for (String name : names) {
            Path file = folder.resolve(name);
            if (Files.isRegularFile(file)) {
                return Files.readString(file);
            }
        }
        return "";
    }
}
