package dev.flamegate.launch;

import dev.flamegate.cli.Main;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/**
 * An installation whose gate does what it is told, for tests of those who start one.
 *
 * @param home its folder
 */
public record FakeInstallation(Path home) {
    /**
     * Lays one out.
     *
     * @param home folder that it gets
     * @param script what its gate does: lines such as {@code out TEXT}, {@code err TEXT}, {@code exit CODE}, {@code wait}
     */
    public static FakeInstallation in(Path home, String... script) throws IOException {
        Path lib = Files.createDirectories(home.resolve("lib"));
        Path bin = Files.createDirectories(home.resolve("bin"));
        String name = Main.class.getName().replace('.', '/') + ".class";
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(lib.resolve("flamegate-cli.jar")));
                InputStream bytes = Objects.requireNonNull(Main.class.getResourceAsStream("/" + name))) {
            jar.putNextEntry(new JarEntry(name));
            bytes.transferTo(jar);
        }
        Files.writeString(bin.resolve("flamegate"), "#!/bin/sh\n");
        Files.write(home.resolve("script"), List.of(script));
        return new FakeInstallation(home);
    }

    /** The arguments that its gate was started with. */
    public List<String> arguments() throws IOException {
        return Files.readAllLines(home.resolve("arguments"));
    }

    /** The folder that its gate was started in. */
    public Path folder() throws IOException {
        return Path.of(Files.readString(home.resolve("folder")));
    }
}
