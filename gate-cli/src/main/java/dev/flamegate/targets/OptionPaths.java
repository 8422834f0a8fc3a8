package dev.flamegate.targets;

import dev.flamegate.plan.yaml.Words;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Files that options of a virtual machine name. Relative ones belong to the plan's folder, which is not everywhere the
 * folder that the option is read in: a start script may change to another one.
 */
public final class OptionPaths {
    /** Options whose value is a file that is read, or several between path separators. */
    private static final List<String> READ = List.of(
            "-javaagent:",
            "-agentpath:",
            "-Xbootclasspath/a:",
            "-XX:SharedArchiveFile=",
            "-XX:AOTCache=",
            "-XX:Flags=",
            "-XX:VMOptionsFile=",
            "-XX:CompileCommandFile=",
            "@");

    /** Options whose value is a file that is written. */
    private static final List<String> WRITTEN = List.of(
            "-XX:HeapDumpPath=", "-XX:ErrorFile=", "-XX:LogFile=", "-XX:ArchiveClassesAtExit=", "-XX:AOTCacheOutput=");

    private static final List<String> OF_AGENTS = List.of("-javaagent:", "-agentpath:");
    private static final String PROPERTY = "-D";
    private static final String URL = "file:";

    /** Marks a path with a placeholder: its file is known only when the target starts. */
    private static final String PLACEHOLDER = "{";

    private static final Pattern WITH_EXTENSION = Pattern.compile("(?s).*[^/.]\\.[A-Za-z][A-Za-z0-9]*");

    private final Path folder;
    private final List<Path> files = new ArrayList<>();

    private OptionPaths(Path folder) {
        this.folder = folder;
    }

    /**
     * Options with the whole path of every file that they name relative to a folder. The value of a property is taken
     * for a file where there is one of that name.
     *
     * @param folder of the plan
     * @throws TargetFailed when there is no such file
     */
    public static List<String> resolved(List<String> options, Path folder) {
        OptionPaths paths = new OptionPaths(folder);
        return options.stream().map(paths::resolved).toList();
    }

    /**
     * The files that options name and a virtual machine reads.
     *
     * @throws TargetFailed when there is no such file
     */
    public static List<Path> files(List<String> options, Path folder) {
        OptionPaths paths = new OptionPaths(folder);
        options.forEach(paths::resolved);
        return List.copyOf(paths.files);
    }

    private String resolved(String option) {
        for (String prefix : READ) {
            if (option.startsWith(prefix)) {
                return prefix + read(prefix, option.substring(prefix.length()), option);
            }
        }
        for (String prefix : WRITTEN) {
            if (option.startsWith(prefix)) {
                String name = option.substring(prefix.length());
                return prefix + path(name).map(Path::toString).orElse(name);
            }
        }
        int equals = option.indexOf('=');
        return option.startsWith(PROPERTY) && equals > 0
                ? option.substring(0, equals + 1) + value(option.substring(equals + 1), option)
                : option;
    }

    /** Resolves an option of an agent, whose own options come after its path. */
    private String read(String prefix, String value, String option) {
        int end = OF_AGENTS.contains(prefix) && value.contains("=") ? value.indexOf('=') : value.length();
        return Stream.of(value.substring(0, end).split(Pattern.quote(File.pathSeparator), -1))
                        .map(name -> existing(name, option))
                        .collect(Collectors.joining(File.pathSeparator))
                + value.substring(end);
    }

    private String existing(String name, String option) {
        if (name.contains(PLACEHOLDER)) {
            return name;
        }
        Path file = path(name).filter(Files::exists).orElseThrow(() -> missing(name, option));
        files.add(file);
        return file.toString();
    }

    /** Resolves a property's value if it is a file's name; returns any other as it is. */
    private String value(String value, String option) {
        String name = value.startsWith(URL) ? value.substring(URL.length()) : value;
        Optional<Path> named = path(name);
        if (named.isEmpty() || name.startsWith("/") || name.isBlank()) {
            named.filter(Files::isRegularFile).ifPresent(files::add);
            return value;
        }
        Path file = named.get();
        boolean inFolder = name.contains("/");
        if (Files.isRegularFile(file) || inFolder && Files.isDirectory(file)) {
            files.add(file);
            return value.substring(0, value.length() - name.length()) + file;
        }
        boolean meant = inFolder
                && WITH_EXTENSION.matcher(name).matches()
                && Files.isDirectory(folder.resolve(name.substring(0, name.indexOf('/'))));
        if (meant) {
            throw missing(name, option);
        }
        return value;
    }

    private Optional<Path> path(String name) {
        try {
            return Optional.of(folder.resolve(name).toAbsolutePath().normalize());
        } catch (InvalidPathException noPath) {
            return Optional.empty();
        }
    }

    private TargetFailed missing(String name, String option) {
        return new TargetFailed("there is no " + name + " in " + folder.toAbsolutePath() + ", which the Java option "
                + Words.brief(option)
                + " names.\nPaths in options are relative to the plan's folder: correct target: java-options.");
    }
}
