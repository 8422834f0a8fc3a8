package dev.flamegate.insight.upgrade;

import dev.flamegate.plan.ArmSpec.Upgrade;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Changes versions in a copy of a Gradle build: a script that every settings file of the copy applies, so it does not
 * matter with which command and from which folder the build is started.
 */
final class GradleVersions {
    private static final String SCRIPT = "flamegate-upgrade.gradle";

    /**
     * The rule of each project is added when the project is configured, since the last rule counts: that of Spring's
     * dependency management, for one, is added before.
     */
    private static final String RULES = """
            // Written by flamegate compare --upgrade.
            gradle.afterProject { project ->
                def upgrade = { details ->
                    %s
                }
                project.configurations.all { configuration ->
                    if (configuration.state.toString() == 'UNRESOLVED') {
                        configuration.resolutionStrategy.eachDependency(upgrade)
                    }
                }
            }
            """;

    /** A list of versions that the build may not name itself; it counts more than what others ask for. */
    private static final String PLATFORM = """
            gradle.beforeProject { project ->
                project.plugins.withId('java') {
                    project.dependencies.add('implementation', project.dependencies.enforcedPlatform('%s'))
                }
            }
            """;

    private static final Set<String> BUILDS = Set.of("build.gradle", "build.gradle.kts");
    private static final Set<String> SETTINGS = Set.of("settings.gradle", "settings.gradle.kts");

    private GradleVersions() {}

    /**
     * Changes the versions below a folder.
     *
     * @param project folder that is built
     */
    static void change(List<Upgrade> upgrades, Path root, Path project) throws IOException {
        List<Path> settings = SourceTree.files(root, SETTINGS);
        for (Path file : settings.isEmpty() ? List.of(home(root, project).resolve("settings.gradle")) : settings) {
            Path script = Objects.requireNonNull(file.getParent()).resolve(SCRIPT);
            Files.writeString(
                    script,
                    script(upgrades),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    LinkOption.NOFOLLOW_LINKS);
            String apply = file.toString().endsWith(".kts")
                    ? "\napply(from = \"" + SCRIPT + "\")\n"
                    : "\napply from: '" + SCRIPT + "'\n";
            Files.writeString(
                    file, apply, StandardOpenOption.CREATE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);
        }
    }

    /** The folder of a build without settings. */
    private static Path home(Path root, Path project) {
        for (Path folder = project; folder != null && folder.startsWith(root); folder = folder.getParent()) {
            if (BUILDS.stream().map(folder::resolve).anyMatch(Files::isRegularFile)) {
                return folder;
            }
        }
        return project;
    }

    /** The script. Coordinates have no character that means anything in it. */
    static String script(List<Upgrade> upgrades) {
        String cases = upgrades.stream().map(GradleVersions::rule).collect(Collectors.joining("\n        "));
        String platforms = upgrades.stream()
                .filter(upgrade -> upgrade.group() != null && upgrade.artifact().endsWith("-bom"))
                .map(upgrade -> PLATFORM.formatted(upgrade.name() + ":" + upgrade.version()))
                .collect(Collectors.joining());
        return RULES.formatted(cases) + platforms;
    }

    private static String rule(Upgrade upgrade) {
        String group = upgrade.group() == null ? "" : " && details.requested.group == '" + upgrade.group() + "'";
        return "if (details.requested.name == '" + upgrade.artifact() + "'" + group
                + ") {\n            details.useVersion('" + upgrade.version() + "')\n        }";
    }
}
