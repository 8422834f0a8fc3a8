package dev.flamegate.insight.upgrade;

import dev.flamegate.plan.ArmSpec.Upgrade;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** A service's build tool, as far as versions of libraries go. */
enum BuildTool {
    MAVEN("\\bmvnw?d?\\b", Set.of("pom.xml")),
    GRADLE(
            "\\bgradlew?\\b",
            Set.of("settings.gradle", "settings.gradle.kts", "build.gradle", "build.gradle.kts", "gradlew"));

    private final Pattern command;

    @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable set
    private final Set<String> files;

    BuildTool(String command, Set<String> files) {
        this.command = Pattern.compile(command);
        this.files = files;
    }

    /**
     * Changes versions in a copy of the source that is about to be built.
     *
     * @param build the command that builds it
     * @param root of the copy
     * @param project folder in it, or itself, that the command runs in
     * @throws UpgradeFailed when neither tool builds it, or it cannot be known what to change
     */
    public static void change(List<Upgrade> upgrades, String build, Path root, Path project) throws IOException {
        for (BuildTool tool : of(build, root, project)) {
            switch (tool) {
                case MAVEN -> MavenVersions.change(upgrades, root);
                case GRADLE -> GradleVersions.change(upgrades, root, project);
            }
        }
    }

    /**
     * Finds the build tools by the command; if that is a script, by the files of the folder that it runs in or those
     * above it.
     */
    private static Set<BuildTool> of(String build, Path root, Path project) {
        Set<BuildTool> tools = EnumSet.noneOf(BuildTool.class);
        for (BuildTool tool : values()) {
            if (tool.command.matcher(build.toLowerCase(Locale.ROOT)).find()) {
                tools.add(tool);
            }
        }
        for (Path folder = project; tools.isEmpty() && folder != null && folder.startsWith(root); ) {
            for (BuildTool tool : values()) {
                if (tool.files.stream().map(folder::resolve).anyMatch(Files::isRegularFile)) {
                    tools.add(tool);
                }
            }
            folder = folder.getParent();
        }
        if (tools.isEmpty()) {
            throw new UpgradeFailed("--upgrade changes versions for Maven and Gradle, but neither a pom.xml nor a"
                    + " build.gradle is here: build the other version yourself, and compare the two jars");
        }
        return tools;
    }
}
