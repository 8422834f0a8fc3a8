package dev.flamegate.os;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Folders that a gate makes for as long as it runs. Their names say which gate made them, by its process id, its start
 * time, and the namespace in which that id is counted; so the next gate deletes what a killed one left.
 */
public final class OwnFolders {
    private static final String PREFIX = "flamegate-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d{1,18})-(-?\\d{1,18})-(\\d*)-.*");
    private static final String NAMESPACE = namespace();

    private static @Nullable Path temporary;

    private OwnFolders() {}

    /**
     * A new folder within another one, which is created if needed. What dead gates of the same user left there is
     * deleted.
     *
     * @throws IOException when it cannot be created
     */
    public static Path create(Path parent) throws IOException {
        return createWith(parent);
    }

    /**
     * Creates a folder like {@link #create}, closed to other users where the file system knows users.
     *
     * @throws IOException when it cannot be created
     */
    public static Path createPrivate(Path parent) throws IOException {
        Files.createDirectories(parent);
        return Files.getFileStore(parent).supportsFileAttributeView("posix")
                ? createWith(parent, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")))
                : createWith(parent);
    }

    private static Path createWith(Path parent, FileAttribute<?>... attributes) throws IOException {
        Files.createDirectories(parent);
        ProcessHandle gate = ProcessHandle.current();
        String name =
                PREFIX + gate.pid() + "-" + ProcessTree.startMillis(gate) + "-" + NAMESPACE + "-" + UUID.randomUUID();
        Path folder = Files.createDirectory(parent.resolve(name), attributes);
        sweep(parent, Files.getOwner(folder));
        return folder;
    }

    /**
     * The gate's folder in the system's temporary one: one for the whole process, closed to other users. A caller that
     * puts something there deletes it.
     *
     * @throws IOException when it cannot be created
     */
    public static synchronized Path temporary() throws IOException {
        if (temporary == null || !Files.isDirectory(temporary)) {
            temporary = createPrivate(Path.of(System.getProperty("java.io.tmpdir")));
            temporary.toFile().deleteOnExit();
        }
        return temporary;
    }

    /** Deletes the temporary folder with its content, when the program is interrupted. */
    public static synchronized void deleteTemporary() {
        if (temporary != null) {
            try {
                FileTree.delete(temporary);
            } catch (IOException | UncheckedIOException e) {
                // The next gate does.
            }
        }
    }

    /** Deletes the folders of dead gates. Another gate may be doing so, too; folders that cannot be deleted stay. */
    private static void sweep(Path parent, UserPrincipal user) throws IOException {
        List<Path> abandoned;
        try (Stream<Path> folders = Files.list(parent)) {
            abandoned = folders.filter(OwnFolders::isAbandoned).toList();
        }
        for (Path folder : abandoned) {
            try {
                // In a folder that others can write to, a name alone proves nothing.
                if (Files.getOwner(folder).equals(user)) {
                    FileTree.delete(folder);
                }
            } catch (IOException | UncheckedIOException e) {
                // The next gate tries again.
            }
        }
    }

    private static boolean isAbandoned(Path folder) {
        Matcher name = NAME.matcher(String.valueOf(folder.getFileName()));
        return name.matches()
                && name.group(3).equals(NAMESPACE)
                && ProcessTree.find(Long.parseLong(name.group(1)), Long.parseLong(name.group(2)))
                        .isEmpty();
    }

    /** The number of the namespace of process ids; empty on systems without namespaces. A container has its own. */
    private static String namespace() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/ns/pid"))
                    .toString()
                    .replaceAll("\\D", "");
        } catch (IOException | UnsupportedOperationException e) {
            return "";
        }
    }
}
