package dev.flamegate.init;

import java.nio.file.Path;
import java.util.Locale;

/**
 * One module of a build that may be the service.
 *
 * @param tool that builds it
 * @param root folder of the whole build
 * @param folder of the module, within {@code root} or the same
 * @param name of its artifact
 * @param version empty when it is not to be read from the build file
 * @param jarName what the build file calls the jar, without its ending; empty for the usual name
 * @param text of the build file, for what it declares
 */
record Build(Tool tool, Path root, Path folder, String name, String version, String jarName, String text) {
    /** What builds. */
    enum Tool {
        MAVEN("target"),
        GRADLE("build");

        private final String output;

        Tool(String output) {
            this.output = output;
        }

        /** Folder of what it makes, within a module's. */
        String output() {
            return output;
        }

        /** For people. */
        String title() {
            return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
        }
    }

    boolean declares(String word) {
        return text.contains(word);
    }

    /** The jar's usual name, without its ending. */
    String baseName() {
        return !jarName.isEmpty() ? jarName : version.isEmpty() ? name : name + "-" + version;
    }

    /** The module's folder as seen from the root, with a slash at its end; empty for the root itself. */
    String prefix() {
        String path = root.relativize(folder).toString().replace('\\', '/');
        return path.isEmpty() ? "" : path + "/";
    }
}
