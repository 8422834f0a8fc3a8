package dev.flamegate.store;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.UUID;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes a history into one archive: its runs, comparisons and pins. */
public final class HistoryExport {
    private HistoryExport() {}

    /**
     * Writes the archive and replaces an existing one. Gates may write at the same time: records that they add
     * meanwhile may be missing, but every record in the archive is complete.
     *
     * @return how many files it contains
     * @throws StoreFailed when it cannot be written
     */
    public static int write(History history, Path archive) {
        Path target = archive.toAbsolutePath().normalize();
        Path beside = target.resolveSibling("." + UUID.randomUUID() + ".writing");
        try {
            Files.createDirectories(target.getParent() == null ? target : target.getParent());
            try {
                int files = write(history.folder(), beside);
                Files.move(beside, target, StandardCopyOption.REPLACE_EXISTING);
                return files;
            } finally {
                Files.deleteIfExists(beside);
            }
        } catch (IOException e) {
            throw new StoreFailed("the history could not be exported to " + archive + ": " + e, e);
        }
    }

    private static int write(Path folder, Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            Writer writer = new Writer(folder, zip);
            for (String part : ArchiveNames.PARTS) {
                if (Files.isDirectory(folder.resolve(part))) {
                    Files.walkFileTree(folder.resolve(part), writer);
                }
            }
            if (writer.files == 0) {
                // An archive without an entry is refused by some readers.
                zip.putNextEntry(new ZipEntry(ArchiveNames.PARTS.get(0) + "/"));
                zip.closeEntry();
            }
            return writer.files;
        }
    }

    private static final class Writer extends SimpleFileVisitor<Path> {
        private final Path folder;
        private final ZipOutputStream zip;
        private int files;

        Writer(Path folder, ZipOutputStream zip) {
            this.folder = folder;
            this.zip = zip;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            String name = folder.relativize(file).toString().replace('\\', '/');
            if (attributes.isRegularFile() && ArchiveNames.isPartOfHistory(name)) {
                byte[] content;
                try {
                    content = RunRecord.bytes(file);
                } catch (NoSuchFileException pruned) {
                    return FileVisitResult.CONTINUE;
                }
                ZipEntry entry = new ZipEntry(name);
                entry.setLastModifiedTime(attributes.lastModifiedTime());
                zip.putNextEntry(entry);
                zip.write(content);
                zip.closeEntry();
                files++;
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            if (failure instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw failure;
        }
    }
}
