package dev.flamegate.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/** A jar for tests that contains nothing but a manifest. */
public final class EmptyJar {
    private EmptyJar() {}

    /** Writes one, with its folders. */
    public static void write(Path folder, String name, @Nullable String mainClass) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (mainClass != null) {
            manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, mainClass);
        }
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        new JarOutputStream(Files.newOutputStream(file), manifest).close();
    }
}
