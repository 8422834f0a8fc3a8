package dev.flamegate.os;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

public final class FileTree {
    private FileTree() {}

    /**
     * Deletes a folder and its content, read-only files included; does nothing when it does not exist. Symbolic links
     * are deleted, not followed. Others may delete there, too.
     *
     * @throws IOException for the first file that cannot be deleted
     */
    public static void delete(Path folder) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path inner, BasicFileAttributes attributes) {
                makeWritable(inner);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (!attributes.isSymbolicLink()) {
                    makeWritable(file);
                }
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE; // somebody else has just deleted it
                }
                throw failure;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path inner, @Nullable IOException failure) throws IOException {
                if (failure != null && !(failure instanceof NoSuchFileException)) {
                    throw failure;
                }
                Files.deleteIfExists(inner);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /**
     * Copies the content of a folder into another one that exists, or a file into it. Symbolic links are followed; file
     * permissions and times are kept.
     *
     * @throws IOException for the first file that cannot be copied
     */
    public static void copy(Path from, Path into) throws IOException {
        if (Files.isRegularFile(from)) {
            Files.copy(from, into.resolve(from.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
            return;
        }
        try (Stream<Path> all = Files.walk(from, FileVisitOption.FOLLOW_LINKS)) {
            for (Path path : all.toList()) {
                if (!path.equals(from)) {
                    // Of a folder this makes an empty one with the same permissions.
                    Files.copy(
                            path, into.resolve(from.relativize(path).toString()), StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }
    }

    @SuppressWarnings("ResultOfMethodCallIgnored") // the deletion reports what could not be deleted
    private static void makeWritable(Path path) {
        path.toFile().setWritable(true);
    }
}
