package dev.flamegate.targets;

import dev.flamegate.os.FileTree;
import dev.flamegate.os.Sha256;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.plan.TargetSpec.Subject;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * A target with other versions of some libraries: a copy in which their jars are replaced, nested ones in an executable
 * jar or files in a folder. Each keeps its name, as class path indexes and manifests give it. A copy is made once.
 */
public final class Replacement {
    private static final int DIGITS = 16;
    private static final int MOST_SHOWN = 12;

    private final AppFiles app;
    private final Map<String, Path> replace;

    private Replacement(AppFiles app, Map<String, Path> replace) {
        this.app = app;
        this.replace = replace;
    }

    /**
     * A target that runs a copy with these libraries.
     *
     * @param replace name of a library without its version, or of its file, to the path of the jar in its place
     * @param folder the plan's, which paths are relative to, and which the copy is kept below
     * @throws TargetFailed when a name fits no library or several, there is no such jar, or the copy cannot be made
     */
    public static TargetSpec of(TargetSpec spec, Map<String, String> replace, Path folder) {
        if (replace.isEmpty()) {
            return spec;
        }
        AppFiles app = AppFiles.of(spec.subject(), folder)
                .orElseThrow(() -> new TargetFailed("replace: " + String.join(", ", replace.keySet())
                        + " cannot be replaced in `" + spec.subject().text()
                        + "`: it names neither a jar that exists nor a script in the bin of an installation"));
        Map<String, Path> files = new LinkedHashMap<>();
        replace.forEach((name, path) -> files.put(name, jar(name, folder.resolve(path))));
        try {
            return new Replacement(app, files).applied(spec, folder);
        } catch (IOException | UncheckedIOException e) {
            throw new TargetFailed("the copy with replaced libraries cannot be made: " + e, e);
        }
    }

    private static Path jar(String name, Path file) {
        try (ZipFile jar = new ZipFile(file.toFile())) {
            return Path.of(jar.getName());
        } catch (IOException e) {
            throw new TargetFailed("replace: " + name + ": " + file
                    + (Files.exists(file) ? " is no jar: " + e.getMessage() : " does not exist"));
        }
    }

    private TargetSpec applied(TargetSpec spec, Path folder) throws IOException {
        Map<String, Path> nested = new LinkedHashMap<>();
        Map<Path, Path> files = new LinkedHashMap<>();
        List<String> inJar = nestedJars();
        List<Path> libraries = app.libraries();
        for (Map.Entry<String, Path> one : replace.entrySet()) {
            List<String> entries =
                    inJar.stream().filter(entry -> fits(one.getKey(), entry)).toList();
            List<Path> found = libraries.stream()
                    .filter(file -> fits(one.getKey(), file.toString()))
                    .toList();
            checkOne(
                    one.getKey(),
                    entries,
                    found,
                    Stream.concat(inJar.stream(), libraries.stream().map(Path::toString))
                            .toList());
            entries.forEach(entry -> nested.put(entry, one.getValue()));
            found.forEach(file -> files.put(file, one.getValue()));
        }
        Path copy = folder.resolve(".flamegate")
                .resolve("builds")
                .resolve("replaced-" + key())
                .toAbsolutePath();
        if (!Files.exists(copy)) {
            make(copy, nested, files);
        }
        return spec.running(inCopy(spec, copy));
    }

    /** The target's jar or command at its place in the copy. */
    private Subject inCopy(TargetSpec spec, Path copy) {
        if (spec.jar() != null) {
            return new Subject.Jar(inCopy(copy, app.jar().orElseThrow()).toString());
        }
        List<String> words = new ArrayList<>(spec.command());
        int word = app.jar().isPresent() ? words.indexOf("-jar") + 1 : 0;
        Path program = app.jar()
                .orElseGet(() ->
                        app.home().resolve("bin").resolve(Path.of(words.get(0)).getFileName()));
        words.set(word, inCopy(copy, program).toString());
        return new Subject.Command(words);
    }

    private Path inCopy(Path copy, Path file) {
        return copy.resolve(app.home().relativize(file).toString());
    }

    /** A name for the content of the copy: another application or another library makes another copy. */
    private String key() throws IOException {
        String libraries = replace.entrySet().stream()
                .map(one -> one.getKey() + " " + Sha256.of(one.getValue()))
                .sorted()
                .collect(Collectors.joining("\n"));
        return Sha256.of(app.home() + "\n" + app.stamp() + "\n" + libraries).substring(0, DIGITS);
    }

    /** Makes the copy next to its place and moves it there when it is complete. */
    private void make(Path copy, Map<String, Path> nested, Map<Path, Path> files) throws IOException {
        Path making = copy.resolveSibling("making-" + UUID.randomUUID());
        try {
            Files.createDirectories(making);
            for (Path part : app.parts()) {
                Path place = inCopy(making, part);
                Path into = Files.isDirectory(part) ? place : Objects.requireNonNull(place.getParent());
                Files.createDirectories(into);
                FileTree.copy(part, into);
            }
            for (Map.Entry<Path, Path> file : files.entrySet()) {
                Files.copy(file.getValue(), inCopy(making, file.getKey()), StandardCopyOption.REPLACE_EXISTING);
            }
            if (!nested.isEmpty()) {
                Path jar = app.jar().orElseThrow();
                rewrite(jar, inCopy(making, jar), nested);
            }
            Files.move(making, copy, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            // Another gate may have made the same copy meanwhile.
            if (!Files.exists(copy)) {
                throw e;
            }
        } finally {
            FileTree.delete(making);
        }
    }

    private List<String> nestedJars() throws IOException {
        if (app.jar().isEmpty()) {
            return List.of();
        }
        try (ZipFile jar = new ZipFile(app.jar().get().toFile())) {
            return jar.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.endsWith(".jar"))
                    .toList();
        }
    }

    /**
     * True if a library's name fits a path: {@code netty-codec} fits {@code BOOT-INF/lib/netty-codec-4.1.124.Final.jar}
     * and {@code io.netty.netty-codec-4.1.124.Final.jar}.
     */
    private static boolean fits(String name, String path) {
        String file = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
        return file.equals(name) || file.matches("(.*\\.)?" + Pattern.quote(name) + "(-\\d.*)?\\.jar");
    }

    private static void checkOne(String name, List<String> entries, List<Path> files, List<String> all) {
        List<String> found = Stream.concat(entries.stream(), files.stream().map(Path::toString))
                .toList();
        if (found.size() > 1) {
            throw new TargetFailed("replace: " + name + " fits more than one library: " + String.join(", ", found)
                    + "\nGive the name of the file, such as `"
                    + Path.of(found.get(0)).getFileName() + "`.");
        }
        if (found.isEmpty()) {
            String there = all.stream()
                    .map(path -> String.valueOf(Path.of(path).getFileName()))
                    .limit(MOST_SHOWN)
                    .collect(Collectors.joining(", "));
            throw new TargetFailed("replace: " + name + " fits no library of the target; "
                    + (all.isEmpty()
                            ? "it has none in jars of their own: classes merged into one jar cannot be replaced"
                            : "there are " + there + (all.size() > MOST_SHOWN ? ", …" : "")));
        }
    }

    /** Copies a jar with other content for some entries; entries stored uncompressed, as loaders need, remain so. */
    private static void rewrite(Path from, Path to, Map<String, Path> replaced) throws IOException {
        try (ZipFile jar = new ZipFile(from.toFile());
                OutputStream file = Files.newOutputStream(to);
                ZipOutputStream out = new ZipOutputStream(file)) {
            if (jar.stream().anyMatch(entry -> entry.getName().matches("META-INF/[^/]+\\.SF"))) {
                throw new TargetFailed(from + " is signed: a library in it cannot be replaced");
            }
            for (ZipEntry entry : jar.stream().toList()) {
                Path other = replaced.get(entry.getName());
                ZipEntry copy = new ZipEntry(entry.getName());
                copy.setMethod(entry.getMethod());
                copy.setTime(entry.getTime());
                if (entry.getMethod() == ZipEntry.STORED) {
                    copy.setSize(other == null ? entry.getSize() : Files.size(other));
                    copy.setCompressedSize(copy.getSize());
                    copy.setCrc(other == null ? entry.getCrc() : crc(other));
                }
                out.putNextEntry(copy);
                try (InputStream in = other == null ? jar.getInputStream(entry) : Files.newInputStream(other)) {
                    in.transferTo(out);
                }
                out.closeEntry();
            }
        }
    }

    private static long crc(Path file) throws IOException {
        CRC32 crc = new CRC32();
        try (InputStream in = new CheckedInputStream(Files.newInputStream(file), crc)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        return crc.getValue();
    }
}
