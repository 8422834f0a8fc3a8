package dev.flamegate.probe;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/**
 * The libraries the target was started with: the jars of its class path, those their manifests name, and those packed
 * into them (Spring Boot's {@code BOOT-INF/lib}, {@code WEB-INF/lib}). What the application's own class loaders find
 * later is not included.
 */
final class ClassPath {
    /** A longer list would be too much to read. */
    private static final int MOST_JARS = 2_000;

    private ClassPath() {}

    /**
     * Names and sizes, {@code NAME/BYTES}, separated by slashes, which no file name contains.
     *
     * @param classPath in the form of {@code java.class.path}
     * @param longest maximum number of characters; entries beyond it are left out whole
     */
    static String jars(String classPath, int longest) {
        Set<String> jars = new LinkedHashSet<>();
        Set<File> seen = new LinkedHashSet<>();
        for (String entry : classPath.split(File.pathSeparator)) {
            add(new File(entry), jars, seen);
        }
        StringBuilder text = new StringBuilder();
        for (String jar : jars) {
            if (text.length() + jar.length() + 1 > longest) {
                break;
            }
            text.append(text.length() == 0 ? "" : "/").append(jar);
        }
        return text.toString();
    }

    private static void add(File file, Set<String> jars, Set<File> seen) {
        if (jars.size() >= MOST_JARS || !file.getName().endsWith(".jar") || !file.isFile() || !seen.add(file)) {
            return;
        }
        jars.add(file.getName() + "/" + file.length());
        List<File> named = new ArrayList<>();
        try (JarFile jar = new JarFile(file, false)) {
            Manifest manifest = jar.getManifest();
            String more = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            if (more != null) {
                for (String name : more.trim().split("\\s+")) {
                    named.add(new File(file.getParentFile(), name));
                }
            }
            for (Enumeration<? extends ZipEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
                addPacked(entries.nextElement(), jars);
            }
        } catch (IOException | RuntimeException e) {
            // Of a jar that cannot be read, name and size are still known.
        }
        for (File other : named) {
            add(other, jars, seen);
        }
    }

    private static void addPacked(ZipEntry entry, Set<String> jars) {
        String name = entry.getName();
        if (name.endsWith(".jar") && (name.startsWith("BOOT-INF/lib/") || name.startsWith("WEB-INF/lib/"))) {
            jars.add(name.substring(name.lastIndexOf('/') + 1) + "/" + entry.getSize());
        }
    }
}
