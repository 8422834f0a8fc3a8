package dev.flamegate.targets;

import dev.flamegate.os.FileTree;
import dev.flamegate.os.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * An executable jar of Spring Boot 3.3 or later, which brings a tool along that takes it apart: into a jar of the
 * application and a folder {@code lib} of its libraries. Taken apart it starts faster.
 *
 * @param path of the jar, in a folder that has nothing else in it
 */
public record SpringBootJar(Path path) {
    /** The main class, unless the build asked for another way to find the libraries. */
    private static final String LAUNCHER = "org.springframework.boot.loader.launch.JarLauncher";

    private static final String TOOL = "BOOT-INF/lib/spring-boot-jarmode-tools-";
    private static final String LIBRARIES = "lib";
    private static final Duration WITHIN = Duration.ofMinutes(1);

    /** True if it brings the tool along, and starts in the usual way. */
    public boolean canBeTakenApart() {
        try (JarFile jar = new JarFile(path.toFile())) {
            Manifest manifest = jar.getManifest();
            return manifest != null
                    && LAUNCHER.equals(manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS))
                    && jar.stream().anyMatch(entry -> entry.getName().startsWith(TOOL));
        } catch (IOException noJar) {
            return false;
        }
    }

    /**
     * Takes it apart next to itself, and leaves the jar itself as it is.
     *
     * @param java program that runs the tool
     * @param environment the tool's variables, and all of them: it is code of the build
     * @return false if that fails
     */
    public boolean takeApart(String java, Map<String, String> environment) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of(java, "-XX:TieredStopAtLevel=1", "-Djarmode=tools"));
        command.addAll(List.of("-jar", path.toString(), "extract", "--destination", parts().toString()));
        return Program.of(command).withOnly(environment).within(WITHIN).ask().isPresent()
                && Files.isRegularFile(parts().resolve(path.getFileName()))
                && Files.isDirectory(parts().resolve(LIBRARIES));
    }

    /**
     * Puts the parts into the place of the jar.
     *
     * @throws TargetFailed when they cannot be moved there
     */
    public void useParts() {
        try {
            // A move puts another file in place; writing to it would change the build that it may be a link to.
            Files.move(parts().resolve(LIBRARIES), path.resolveSibling(LIBRARIES));
            Files.move(parts().resolve(path.getFileName()), path, StandardCopyOption.REPLACE_EXISTING);
            FileTree.delete(parts());
        } catch (IOException e) {
            throw new TargetFailed("the target's jar cannot be replaced by its parts: " + e, e);
        }
    }

    private Path parts() {
        return path.resolveSibling("parts");
    }
}
