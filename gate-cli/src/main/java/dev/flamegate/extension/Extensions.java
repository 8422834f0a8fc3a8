package dev.flamegate.extension;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * Finds implementations of an interface by {@link ServiceLoader}. In an installation only the jars in
 * {@code lib/extensions} are asked which ones they have: opening each of some eighty jars would be a quarter of a
 * start.
 */
public final class Extensions {
    private static final ClassLoader LOADER = loader(System.getProperty("flamegate.home"));

    private Extensions() {}

    /**
     * All implementations of an interface, in the order of their class names; empty without such an extension.
     *
     * @throws java.util.ServiceConfigurationError when an extension names a class that it does not have
     */
    public static <S> List<S> of(Class<S> type) {
        return ServiceLoader.load(type, LOADER).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(found -> found.getClass().getName()))
                .toList();
    }

    /** The only implementation of an interface; empty without such an extension. */
    public static <S> Optional<S> only(Class<S> type) {
        return of(type).stream().findFirst();
    }

    private static ClassLoader loader(@Nullable String home) {
        ClassLoader own = Extensions.class.getClassLoader();
        Path folder = home == null ? null : Path.of(home, "lib", "extensions");
        return folder == null || !Files.isDirectory(folder) ? own : new Declarations(own, jars(folder));
    }

    private static URL[] jars(Path folder) {
        List<URL> jars = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.jar")) {
            for (Path file : files) {
                jars.add(file.toUri().toURL());
            }
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new IllegalStateException("the extensions in " + folder + " cannot be listed: " + e.getMessage(), e);
        }
        return jars.toArray(URL[]::new);
    }

    /** Loads classes as the program does, and reads declarations from some jars alone. */
    private static final class Declarations extends ClassLoader {
        private final URLClassLoader jars;

        Declarations(ClassLoader own, URL[] jars) {
            super(own);
            this.jars = new URLClassLoader(jars, null);
        }

        @Override
        public Enumeration<URL> getResources(String name) throws IOException {
            return jars.findResources(name);
        }
    }
}
