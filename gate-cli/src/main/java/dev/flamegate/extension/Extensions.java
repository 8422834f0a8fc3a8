package dev.flamegate.extension;

import dev.flamegate.model.message.FailureKind;
import dev.flamegate.model.message.KnownFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Finds implementations of an interface by {@link ServiceLoader}. In an installation only the jars in
 * {@code lib/extensions} are asked which ones they have: opening each of some eighty jars would be a quarter of a
 * start.
 */
public final class Extensions {
    private static final int LARGEST_DECLARATION = 64 << 10;

    private static final List<Path> JARS = jars(System.getProperty("flamegate.home"));
    private static final ClassLoader LOADER = loader();

    private Extensions() {}

    /** An extension that cannot be used: its jar is damaged, or names a class that is not there or does not start. */
    public static final class BrokenExtension extends RuntimeException implements KnownFailure {
        private static final long serialVersionUID = 1;

        BrokenExtension(String what, @Nullable Throwable cause) {
            super(what + ". Install the extension again in the version of this flamegate, or remove its jar.", cause);
        }

        @Override
        public FailureKind kind() {
            return FailureKind.INCOMPLETE_INSTALLATION;
        }
    }

    /**
     * All implementations of an interface, in the order of their class names; empty without such an extension.
     *
     * @throws BrokenExtension when an extension cannot be used
     */
    public static <S> List<S> of(Class<S> type) {
        return of(type, LOADER);
    }

    static <S> List<S> of(Class<S> type, ClassLoader loader) {
        try {
            return ServiceLoader.load(type, loader).stream()
                    .map(ServiceLoader.Provider::get)
                    .sorted(Comparator.comparing(found -> found.getClass().getName()))
                    .toList();
        } catch (ServiceConfigurationError e) {
            throw new BrokenExtension("an extension cannot be used: " + e.getMessage(), e);
        }
    }

    /**
     * Opens every jar of an extension. The loader of classes passes over what is no archive, and the commands in it would
     * be missing without a word; of an extension that is there twice it would take some classes from either version.
     *
     * @throws BrokenExtension when one is no archive, or declares what another one does
     */
    public static void check() {
        check(JARS);
    }

    static void check(List<Path> jars) {
        Map<String, Path> declared = new HashMap<>();
        for (Path jar : jars) {
            try (ZipFile zip = new ZipFile(jar.toFile())) {
                for (String one : declarations(zip)) {
                    Path other = declared.put(one, jar);
                    if (other != null) {
                        throw new BrokenExtension(
                                other + " and " + jar + " are the same extension: both declare " + one, null);
                    }
                }
            } catch (ZipException e) {
                throw new BrokenExtension(jar + " is damaged: " + e.getMessage(), e);
            } catch (IOException e) {
                throw new UncheckedIOException(jar + " cannot be read: " + e.getMessage(), e);
            }
        }
    }

    /** The implementations that a jar declares, each with its interface. */
    private static List<String> declarations(ZipFile zip) throws IOException {
        List<String> all = new ArrayList<>();
        for (ZipEntry entry : Collections.list(zip.entries())) {
            if (entry.getName().startsWith("META-INF/services/dev.flamegate.")) {
                try (InputStream in = zip.getInputStream(entry)) {
                    new String(in.readNBytes(LARGEST_DECLARATION), StandardCharsets.UTF_8)
                            .lines()
                            .map(line -> line.replaceFirst("#.*", "").strip())
                            .filter(line -> !line.isEmpty())
                            .distinct()
                            .map(line -> line + " as " + entry.getName().replaceFirst(".*/", ""))
                            .forEach(all::add);
                }
            }
        }
        return all;
    }

    /** The only implementation of an interface; empty without such an extension. */
    public static <S> Optional<S> only(Class<S> type) {
        return of(type).stream().findFirst();
    }

    private static List<Path> jars(@Nullable String home) {
        Path folder = home == null ? null : Path.of(home, "lib", "extensions");
        if (folder == null || !Files.isDirectory(folder)) {
            return List.of();
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.jar")) {
            List<Path> jars = new ArrayList<>();
            files.forEach(jars::add);
            return jars;
        } catch (IOException e) {
            throw new IllegalStateException("the extensions in " + folder + " cannot be listed: " + e.getMessage(), e);
        }
    }

    private static ClassLoader loader() {
        ClassLoader own = Extensions.class.getClassLoader();
        return JARS.isEmpty() ? own : new Declarations(own, JARS);
    }

    /** Loads classes as the program does, and reads declarations from some jars alone. */
    private static final class Declarations extends ClassLoader {
        private final URLClassLoader jars;

        Declarations(ClassLoader own, List<Path> jars) {
            super(own);
            this.jars = new URLClassLoader(jars.stream().map(Declarations::url).toArray(URL[]::new), null);
        }

        private static URL url(Path jar) {
            try {
                return jar.toUri().toURL();
            } catch (MalformedURLException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public Enumeration<URL> getResources(String name) throws IOException {
            return jars.findResources(name);
        }
    }
}
