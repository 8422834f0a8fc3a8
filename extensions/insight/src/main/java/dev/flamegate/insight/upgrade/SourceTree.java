package dev.flamegate.insight.upgrade;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The files of a checkout that say how it is built. */
final class SourceTree {
    /** Folders whose projects are not built with the service: sources of others, test data, the output of builds. */
    private static final Set<String> SKIPPED =
            Set.of(".git", ".flamegate", ".gradle", "src", "target", "build", "buildSrc", "node_modules");

    private SourceTree() {}

    /** All files of these names, those of a folder before those of the folders in it. */
    static List<Path> files(Path root, Set<String> names) throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                boolean skipped = !folder.equals(root) && SKIPPED.contains(String.valueOf(folder.getFileName()));
                return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (attributes.isRegularFile() && names.contains(String.valueOf(file.getFileName()))) {
                    found.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        found.sort((one, other) -> {
            int depth = Integer.compare(one.getNameCount(), other.getNameCount());
            return depth != 0 ? depth : one.compareTo(other);
        });
        return found;
    }
}
