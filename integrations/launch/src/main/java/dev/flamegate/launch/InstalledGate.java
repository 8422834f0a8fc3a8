package dev.flamegate.launch;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * An installed gate.
 *
 * @param home its folder, absolute, which has {@code bin} and {@code lib}
 */
public record InstalledGate(Path home) {
    /** System property that names the folder of an installation. */
    public static final String PROPERTY = "flamegate.home";

    /** Environment variable that names the folder of an installation. */
    public static final String VARIABLE = "FLAMEGATE_HOME";

    /** Names of the launcher script in {@code bin}, and of the one in a clone. */
    private static final List<String> SCRIPTS = List.of("flamegate", "flamegate.cmd");

    /** What the script of a clone runs. */
    private static final Path BUILT = Path.of("release", "distribution", "target", "flamegate");

    public InstalledGate {
        home = home.toAbsolutePath().normalize();
    }

    /**
     * The one in a folder.
     *
     * @throws IOException when there is none; the message names the folder
     */
    public static InstalledGate in(Path folder) throws IOException {
        if (!isHome(folder)) {
            throw new IOException(folder + " is not an installation of flamegate: it has no folder lib");
        }
        return new InstalledGate(folder);
    }

    /**
     * The one of this machine: of the system property {@value #PROPERTY}, else of the variable {@value #VARIABLE}, else the one
     * whose script {@code flamegate} is on the path.
     *
     * @throws IOException when there is none, or the folder that is named has none; the message says what to do
     */
    public static InstalledGate find() throws IOException {
        return find(System.getProperties(), System.getenv());
    }

    static InstalledGate find(Properties properties, Map<String, String> environment) throws IOException {
        String named = given(properties.getProperty(PROPERTY), environment.get(VARIABLE));
        if (named != null) {
            return in(Path.of(named));
        }
        for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator)) {
            Optional<Path> home = folder.isBlank() ? Optional.empty() : byScript(folder);
            if (home.isPresent()) {
                return new InstalledGate(home.get());
            }
        }
        throw new IOException(
                "flamegate is not installed here: put its bin on the PATH, or name its folder by the variable "
                        + VARIABLE + " or the system property " + PROPERTY);
    }

    private static @Nullable String given(@Nullable String property, @Nullable String variable) {
        if (property != null && !property.isBlank()) {
            return property.strip();
        }
        return variable == null || variable.isBlank() ? null : variable.strip();
    }

    /** The installation of the script in a folder of the path, which may be a link to it. */
    private static Optional<Path> byScript(String folder) {
        for (String name : SCRIPTS) {
            try {
                Path script = Path.of(folder).resolve(name).toRealPath();
                Path scripts = script.getParent();
                if (Files.isRegularFile(script) && scripts != null) {
                    return installed(scripts).or(() -> built(scripts));
                }
            } catch (IOException | InvalidPathException e) { // not here, so perhaps in the next one
                continue;
            }
        }
        return Optional.empty();
    }

    private static Optional<Path> installed(Path bin) {
        return Optional.ofNullable(bin.getParent()).filter(InstalledGate::isHome);
    }

    private static Optional<Path> built(Path clone) {
        return Optional.of(clone.resolve(BUILT)).filter(InstalledGate::isHome);
    }

    private static boolean isHome(Path folder) {
        return Files.isDirectory(folder.resolve("lib"));
    }

    Path lib() {
        return home.resolve("lib");
    }
}
