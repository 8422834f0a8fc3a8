package dev.flamegate.targets;

import dev.flamegate.os.FileTree;
import dev.flamegate.os.ProcessTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Folders in which the Pyroscope agent unpacks its profiler: one for every start, 600 KB in the temporary folder, which
 * the agent never deletes. They are found where {@code /proc} shows which files a process has mapped.
 */
final class AgentFiles {
    /** A line of the map that names the library, in a folder that the agent created: {@code USER-pyroscopeNUMBER}. */
    private static final Pattern LIBRARY =
            Pattern.compile(".* (/.*-pyroscope\\d+)/libasyncProfiler-[\\w.-]+\\.so(?: \\(deleted\\))?");

    private AgentFiles() {}

    /** The folders of a process and its descendants, as long as these run; none where the system does not show them. */
    static Set<Path> of(ProcessHandle root) {
        Set<Path> folders = new TreeSet<>();
        for (ProcessHandle process : ProcessTree.of(root)) {
            try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(process.pid()), "maps"))) {
                lines.map(LIBRARY::matcher)
                        .filter(Matcher::matches)
                        .forEach(library -> folders.add(Path.of(library.group(1))));
            } catch (IOException | UncheckedIOException e) {
                // It has ended, or there is no /proc.
            }
        }
        return folders;
    }

    /** Deletes folders; what cannot be deleted stays, as all of them would without this. */
    static void delete(Set<Path> folders) {
        for (Path folder : folders) {
            try {
                FileTree.delete(folder);
            } catch (IOException e) {
                // No reason to end a measurement.
            }
        }
    }
}
