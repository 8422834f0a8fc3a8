package dev.flamegate.init;

import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One module of a build that may be the service.
 *
 * @param tool its build tool
 * @param root folder of the whole build
 * @param folder of the module, within {@code root} or the same
 * @param name of its artifact
 * @param version empty when it cannot be read from the build file
 * @param jarName name that the build file gives the jar, without its extension; empty for the usual name
 * @param text of the build file, for what it declares
 * @param sources of the module
 */
record Build(
        Tool tool, Path root, Path folder, String name, String version, String jarName, String text, Sources sources) {
    /**
     * The version of Java in Maven's properties and its compiler's configuration, and in Gradle's toolchains and
     * compatibilities.
     */
    private static final Pattern JAVA = Pattern.compile("(?:<(?:maven\\.compiler\\.)?(?:release|source|target)>"
            + "|<(?:java|jdk|release)\\.version>|jvmToolchain\\(|JavaLanguageVersion\\.of\\(|JavaVersion\\.VERSION_"
            + "|(?:source|target)Compatibility\\s*=\\s*[\"']?)\\s*(\\d{1,2})\\b");

    private static final Pattern PROFILES = Pattern.compile("<profiles>[\\s\\S]*?</profiles>");

    enum Tool {
        MAVEN("target"),
        GRADLE("build");

        private final String output;

        Tool(String output) {
            this.output = output;
        }

        /** Output folder, relative to the module's. */
        String output() {
            return output;
        }

        /** The build tool's name for people. */
        String title() {
            return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
        }
    }

    /** The Java version that the build file asks for outside of profiles; 0 when it does not say. */
    int java() {
        int most = 0;
        Matcher asked = JAVA.matcher(PROFILES.matcher(text).replaceAll(""));
        while (asked.find()) {
            most = Math.max(most, Integer.parseInt(asked.group(1)));
        }
        return most;
    }

    /** True if the build file contains one of the words. */
    boolean declares(String... words) {
        for (String word : words) {
            if (text.contains(word)) {
                return true;
            }
        }
        return false;
    }

    /** The jar's usual name, without its extension. */
    String baseName() {
        return !jarName.isEmpty() ? jarName : version.isEmpty() ? name : name + "-" + version;
    }

    /** The module's folder as seen from the root, with a slash at its end; empty for the root itself. */
    String prefix() {
        String path = root.relativize(folder).toString().replace('\\', '/');
        return path.isEmpty() ? "" : path + "/";
    }

    /** The path of a file in the output folder, from the root. */
    String output(String path) {
        return prefix() + tool.output() + "/" + path;
    }

    /** Path of a jar in its usual place, from the root. */
    String jar(String baseName) {
        return output((tool == Tool.GRADLE ? "libs/" : "") + baseName + ".jar");
    }

    /** Path of the jar that the usual plugins for jars with libraries make, from the root. */
    String completeJar() {
        if (tool == Tool.GRADLE) {
            return jar(baseName() + (declares("shadow") && jarName.isEmpty() ? "-all" : ""));
        }
        boolean assembled =
                declares("jar-with-dependencies") && !declares("<appendAssemblyId>false</appendAssemblyId>");
        return jar(baseName() + (assembled ? "-jar-with-dependencies" : ""));
    }
}
