package dev.flamegate.targets;

import dev.flamegate.os.Sha256;
import dev.flamegate.plan.TargetSpec.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The files that a target of this machine is made of: an executable jar with the libraries next to it, or an
 * installation with a start script in {@code bin} and jars in {@code lib}.
 *
 * @param jar the executable jar; empty for a script
 * @param home the folder that contains all of them
 * @param parts what of {@code home} belongs to the target, each a file or a folder; nothing but the jar for one that is
 *     complete
 */
public record AppFiles(Optional<Path> jar, Path home, List<Path> parts) {
    private static final List<String> LIBRARY_FOLDERS = List.of("lib", "libs", "app", "quarkus");

    /** Folders with the {@code bin} and {@code lib} of a whole system are no installation of one program. */
    private static final Set<String> SYSTEM = Set.of("/", "/usr", "/usr/local");

    private static final Set<String> LAUNCHERS = Set.of("java", "javaw", "java.exe");

    public AppFiles {
        parts = List.copyOf(parts);
    }

    /**
     * The files of a target; empty where they are not known, as of a program that is found on the PATH.
     *
     * @param folder that the target's paths are relative to
     */
    public static Optional<AppFiles> of(Subject target, Path folder) {
        Optional<Path> jar = jarName(target).flatMap(name -> existing(folder, name));
        return jar.isPresent() ? jar.map(AppFiles::ofJar) : ofScript(command(target), folder);
    }

    private static List<String> command(Subject target) {
        return target instanceof Subject.Command command ? command.words() : List.of();
    }

    /** The jar that a target runs, by the name in its options; empty for one that runs no jar. */
    private static Optional<String> jarName(Subject target) {
        if (target instanceof Subject.Jar jar) {
            return Optional.of(jar.path());
        }
        List<String> command = command(target);
        int option = command.indexOf("-jar");
        return option >= 0 && option + 1 < command.size() ? Optional.of(command.get(option + 1)) : Optional.empty();
    }

    private static AppFiles ofJar(Path jar) {
        Path home = parent(jar);
        List<String> named = classPath(jar);
        Set<Path> parts = new TreeSet<>();
        if (!named.isEmpty()) {
            named.stream().flatMap(name -> existing(home, name).stream()).forEach(parts::add);
            libraryFolders(home).forEach(parts::add);
        }
        Set<Path> outer = parts.stream()
                .filter(part -> part.startsWith(home) && !part.equals(jar))
                .filter(part -> parts.stream().noneMatch(other -> !other.equals(part) && part.startsWith(other)))
                .collect(Collectors.toCollection(TreeSet::new));
        return new AppFiles(
                Optional.of(jar),
                home,
                Stream.concat(Stream.of(jar), outer.stream()).toList());
    }

    private static Optional<AppFiles> ofScript(List<String> command, Path folder) {
        String program = command.isEmpty() ? "" : command.get(0);
        Optional<Path> script = program.contains("/") ? existing(folder, program) : Optional.empty();
        if (script.isEmpty() || LAUNCHERS.contains(String.valueOf(script.get().getFileName()))) {
            return Optional.empty();
        }
        Path bin = parent(script.get());
        Path home = bin.endsWith("bin") ? parent(bin) : bin;
        boolean installed = bin.endsWith("bin")
                && !SYSTEM.contains(home.toString())
                && !libraryFolders(home).isEmpty();
        return Optional.of(new AppFiles(
                Optional.empty(), installed ? home : bin, installed ? List.of(home) : List.of(script.get())));
    }

    public List<Path> files() {
        return parts.stream().flatMap(part -> files(part).stream()).toList();
    }

    /** Every library, in a fixed order. */
    public List<Path> libraries() {
        Set<Path> libraries = new TreeSet<>();
        for (Path part : parts) {
            files(part).stream()
                    .filter(file -> file.toString().endsWith(".jar"))
                    .filter(file -> jar.isEmpty() || !file.equals(jar.get()))
                    .forEach(libraries::add);
        }
        return List.copyOf(libraries);
    }

    /**
     * A checksum of what makes another program of it: of a complete jar that of its content, otherwise of all its jars
     * and the files that start them.
     */
    public String content() {
        if (jar.isPresent() && parts.size() == 1) {
            return Sha256.of(jar.get());
        }
        Stream<Path> others = jar.isPresent()
                ? parts.stream().flatMap(part -> files(part).stream())
                : Stream.concat(libraries().stream(), parts.stream().flatMap(part -> files(script(part)).stream()));
        return Sha256.of(others.distinct().sorted().toList().parallelStream()
                .map(file -> home.relativize(file) + " " + Sha256.of(file))
                .collect(Collectors.joining("\n")));
    }

    /** The number of classes in all of its jars; those in jars within jars are not counted. */
    public long classes() {
        return files().stream()
                .filter(file -> file.toString().endsWith(".jar"))
                .distinct()
                .mapToLong(AppFiles::classes)
                .sum();
    }

    private static long classes(Path jar) {
        try (JarFile open = new JarFile(jar.toFile())) {
            return open.stream()
                    .filter(entry -> entry.getName().endsWith(".class"))
                    .count();
        } catch (IOException noJar) {
            return 0;
        }
    }

    /** A text that changes when any file of the target changes, its configuration included. */
    String stamp() throws IOException {
        StringBuilder stamp = new StringBuilder();
        for (Path part : parts) {
            for (Path file : files(part)) {
                stamp.append(home.relativize(file))
                        .append(' ')
                        .append(Files.size(file))
                        .append(' ')
                        .append(Files.getLastModifiedTime(file))
                        .append('\n');
            }
        }
        return stamp.toString();
    }

    /**
     * The part that identifies the program: of an installation its folder of scripts, since data and logs do not change
     * the program.
     */
    private static Path script(Path part) {
        return Files.isDirectory(part) ? part.resolve("bin") : part;
    }

    private static List<Path> libraryFolders(Path home) {
        return LIBRARY_FOLDERS.stream()
                .map(home::resolve)
                .filter(Files::isDirectory)
                .toList();
    }

    private static List<Path> files(Path part) {
        if (!Files.exists(part)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(part)) {
            return new ArrayList<>(all.filter(Files::isRegularFile).sorted().toList());
        } catch (IOException e) {
            throw new TargetFailed("the files of the target cannot be listed: " + e, e);
        }
    }

    private static List<String> classPath(Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            String named =
                    manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            return named == null || named.isBlank()
                    ? List.of()
                    : List.of(named.strip().split("\\s+"));
        } catch (IOException noJar) {
            return List.of();
        }
    }

    private static Optional<Path> existing(Path folder, String name) {
        try {
            return Optional.of(folder.resolve(name).toAbsolutePath().normalize())
                    .filter(Files::isRegularFile);
        } catch (InvalidPathException noPath) {
            return Optional.empty();
        }
    }

    private static Path parent(Path path) {
        Path parent = path.getParent();
        return parent == null ? path : parent;
    }
}
