package dev.flamegate.work.code;

import dev.flamegate.os.Sha256;
import dev.flamegate.targets.AppFiles;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The class files of a build, by name: those in its jars, in jars packed into these, and in folders; and other files that
 * its program may depend on. Jars that another build has too are not opened.
 */
final class ClassFiles implements Closeable {
    private static final String CLASS = ".class";
    private static final String INFO = "-info.class";
    private static final String JAR = ".jar";
    private static final List<String> PREFIXES = List.of("BOOT-INF/classes/", "WEB-INF/classes/");
    private static final int LARGEST_CLASS = 16 << 20;

    /** Everything in packed jars that differ is kept: more is another application, and not a change of one. */
    private static final long MOST_BYTES = 256L << 20;

    /** Files that say how, when and from what a build was made, and that no running program should depend on. */
    private static final Pattern OF_BUILD =
            Pattern.compile("(?:.*/)?(?:MANIFEST\\.MF|INDEX\\.LIST|pom\\.(?:xml|properties)"
                    + "|git\\.properties|build-info\\.properties|(?:LICENSE|NOTICE|README|CHANGELOG)[^/]*)"
                    + "|META-INF/[^/]*\\.(?:SF|RSA|DSA|EC|md|txt|idx)|BOOT-INF/[^/]*\\.idx");

    /** Folder of a jar with classes that newer JDKs load in place of others. */
    private static final String VERSIONS = "META-INF/versions/";

    /** Folders of an installation with what starts and configures it; others may have its data and logs. */
    private static final Set<String> OF_INSTALLATION = Set.of("bin", "conf", "config", "etc");

    private final Map<String, Found> found = new LinkedHashMap<>();
    private final Map<String, Long> resources = new LinkedHashMap<>();
    private final List<ZipFile> open = new ArrayList<>();
    private long kept;

    /**
     * A class file's place and checksum.
     *
     * @param sum of its content, with its length: two that differ in it are not the same
     * @param bytes of it; {@code null} where {@code entry} in {@code jar} has them
     */
    private record Found(
            long sum,
            byte @Nullable [] bytes,
            @Nullable ZipFile jar,
            @Nullable ZipEntry entry) {}

    private ClassFiles() {}

    /**
     * The classes of a build.
     *
     * @param without checksums of jars, packed or not, that are left out
     * @throws IOException when a jar cannot be read
     */
    static ClassFiles of(AppFiles build, Set<String> without) throws IOException {
        ClassFiles files = new ClassFiles();
        try {
            for (Path file : files(build)) {
                if (file.toString().endsWith(JAR)) {
                    if (!without.contains(Sha256.of(file))) {
                        files.addJar(file, without);
                    }
                } else if (file.toString().endsWith(CLASS)) {
                    byte[] bytes = Files.readAllBytes(file);
                    files.add(ClassMethods.name(bytes).orElse(""), new Found(sum(bytes), bytes, null, null));
                } else if (isOfInstallation(build, file)) {
                    files.addResource(build.home().relativize(file).toString(), sum(Files.readAllBytes(file)));
                }
            }
            return files;
        } catch (IOException | RuntimeException e) {
            files.close();
            throw e;
        }
    }

    /** Checksums of the jars of a build, packed ones included, as {@link #of} leaves them out. */
    static Set<String> jars(AppFiles build) throws IOException {
        Set<String> sums = new HashSet<>();
        for (Path file : files(build)) {
            if (file.toString().endsWith(JAR)) {
                sums.add(Sha256.of(file));
                try (ZipFile jar = new ZipFile(file.toFile())) {
                    jar.stream()
                            .filter(entry -> entry.getName().endsWith(JAR))
                            .forEach(entry -> sums.add(packed(entry)));
                }
            }
        }
        return sums;
    }

    /** The files in the order of a class path: the application's own jar first. */
    private static List<Path> files(AppFiles build) {
        return Stream.concat(build.jar().stream(), build.files().stream())
                .distinct()
                .toList();
    }

    private static boolean isOfInstallation(AppFiles build, Path file) {
        Path inside = build.home().relativize(file);
        return build.jar().isEmpty()
                && (inside.getNameCount() == 1
                        || OF_INSTALLATION.contains(inside.getName(0).toString()));
    }

    private static String packed(ZipEntry entry) {
        return entry.getCrc() + " " + entry.getSize();
    }

    private void addJar(Path file, Set<String> without) throws IOException {
        ZipFile jar = new ZipFile(file.toFile());
        open.add(jar);
        for (ZipEntry entry : jar.stream().map(ZipEntry.class::cast).toList()) {
            if (entry.getName().endsWith(JAR)) {
                if (!without.contains(packed(entry))) {
                    addPacked(jar, entry);
                }
            } else {
                name(entry.getName())
                        .ifPresent(name ->
                                add(name, new Found(sum(entry.getCrc(), entry.getSize()), null, jar, entry)));
                addResource(entry.getName(), entry.getCrc());
            }
        }
    }

    private void addPacked(ZipFile outer, ZipEntry packed) throws IOException {
        try (ZipInputStream jar = new ZipInputStream(outer.getInputStream(packed))) {
            for (ZipEntry entry = jar.getNextEntry(); entry != null; entry = jar.getNextEntry()) {
                Optional<String> name = name(entry.getName());
                if (name.isPresent()) {
                    byte[] bytes = bytes(jar);
                    kept += bytes.length;
                    if (kept > MOST_BYTES) {
                        throw new IOException("more than " + (MOST_BYTES >> 20) + " MiB of classes differ");
                    }
                    add(name.get(), new Found(sum(bytes), bytes, null, null));
                } else {
                    addResource(entry.getName(), sum(bytes(jar)));
                }
            }
        }
    }

    private void addResource(String name, long sum) {
        boolean isClass = name.endsWith(CLASS) && (!name.startsWith(VERSIONS) || name.endsWith(INFO));
        if (!name.endsWith("/") && !isClass && !OF_BUILD.matcher(name).matches()) {
            resources.merge(name, sum, Long::sum); // all of a name are read, as those that name services
        }
    }

    /** The first one of a name counts, as on a class path. */
    private void add(String name, Found file) {
        found.putIfAbsent(name, file);
    }

    /** Class name of a jar entry; empty if it is no class file or lies under META-INF. */
    private static Optional<String> name(String entry) {
        if (!entry.endsWith(CLASS) || entry.startsWith("META-INF/") || entry.endsWith(INFO)) {
            return Optional.empty();
        }
        String path = PREFIXES.stream()
                .filter(entry::startsWith)
                .findFirst()
                .map(prefix -> entry.substring(prefix.length()))
                .orElse(entry);
        return Optional.of(path.substring(0, path.length() - CLASS.length()));
    }

    private static byte[] bytes(InputStream in) throws IOException {
        byte[] bytes = in.readNBytes(LARGEST_CLASS + 1);
        if (bytes.length > LARGEST_CLASS) {
            throw new IOException("a class file of more than " + (LARGEST_CLASS >> 20) + " MiB");
        }
        return bytes;
    }

    private static long sum(byte[] bytes) {
        java.util.zip.CRC32 crc = new java.util.zip.CRC32();
        crc.update(bytes);
        return sum(crc.getValue(), bytes.length);
    }

    private static long sum(long crc, long length) {
        return crc << 32 ^ length;
    }

    /** The names of classes that are not the same in two builds, or in one of them alone. */
    static Set<String> differing(ClassFiles one, ClassFiles other) {
        Map<String, Found> all = new HashMap<>(one.found);
        all.putAll(other.found);
        Set<String> differing = new HashSet<>();
        for (String name : all.keySet()) {
            Found here = one.found.get(name);
            Found there = other.found.get(name);
            if (here == null || there == null || here.sum() != there.sum()) {
                differing.add(name);
            }
        }
        return differing;
    }

    /** The names of other files that are not the same in two builds, or in one of them alone. */
    static Set<String> differingResources(ClassFiles one, ClassFiles other) {
        Set<String> all = new HashSet<>(one.resources.keySet());
        all.addAll(other.resources.keySet());
        all.removeIf(name -> Objects.equals(one.resources.get(name), other.resources.get(name)));
        return all;
    }

    /** The content of a class; empty if the class is missing. */
    Optional<byte[]> read(String name) throws IOException {
        Found file = found.get(name);
        if (file == null) {
            return Optional.empty();
        }
        if (file.jar() == null || file.entry() == null) {
            return Optional.ofNullable(file.bytes());
        }
        try (InputStream in = file.jar().getInputStream(file.entry())) {
            return Optional.of(bytes(in));
        }
    }

    @Override
    public void close() {
        for (ZipFile jar : open) {
            try {
                jar.close();
            } catch (IOException e) {
                // It was only read.
            }
        }
    }
}
