package dev.flamegate.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * Unpacks an archive of a history. Archives are not trusted: only names of a history's files are allowed, each once,
 * and bytes are counted while they are unpacked, whatever sizes the archive states.
 */
final class ArchiveReader {
    /** Maximum number of files: room for more than a hundred thousand runs. */
    private static final int MOST_FILES = 1_000_000;

    /** Size limit of one file; the largest profile is some megabytes. */
    private static final long MOST_BYTES = 256L << 20;

    /**
     * Maximum ratio of unpacked to packed size. Profiles are compressed already and JSON shrinks to a tenth, so a
     * history never exceeds it.
     */
    private static final long MOST_TIMES = 200;

    /** Size limit of all files together, which is also at most half of the free space on the disk. */
    private static final long MOST_TOGETHER = 16L << 30;

    private static final long ALWAYS_FINE = 16L << 20;

    private final Path archive;
    private final Path folder;
    private final long most;
    private final Set<String> names = new HashSet<>();
    private long total;

    private ArchiveReader(Path archive, Path folder) throws IOException {
        this.archive = archive;
        this.folder = folder;
        long free = Files.getFileStore(folder).getUsableSpace();
        this.most = Math.min(ALWAYS_FINE + MOST_TIMES * Files.size(archive), Math.min(MOST_TOGETHER, free / 2));
    }

    /**
     * Unpacks into an empty folder.
     *
     * @throws StoreFailed when it is not an archive of a history, with the reason
     */
    static void unpack(Path archive, Path folder) throws IOException {
        if (!Files.isRegularFile(archive)) {
            throw new StoreFailed("there is no archive " + archive);
        }
        new ArchiveReader(archive, folder).unpack();
    }

    private void unpack() throws IOException {
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            if (zip.size() > MOST_FILES) {
                throw refused("it contains " + zip.size() + " files, more than " + MOST_FILES);
            }
            for (Enumeration<? extends ZipEntry> entries = zip.entries(); entries.hasMoreElements(); ) {
                ZipEntry entry = entries.nextElement();
                if (!entry.isDirectory()) {
                    unpack(zip, entry);
                }
            }
        } catch (ZipException | IllegalArgumentException e) {
            throw new StoreFailed(archive + " is not a zip archive, or is damaged: " + e.getMessage(), e);
        }
    }

    private void unpack(ZipFile zip, ZipEntry entry) throws IOException {
        String name = entry.getName();
        if (!ArchiveNames.isPartOfHistory(name)) {
            throw refused("\"" + printable(name) + "\" is not a file of a history");
        } else if (!names.add(name)) {
            throw refused("it contains " + name + " twice");
        }
        Path file = folder.resolve(name);
        if (file.getParent() != null) {
            Files.createDirectories(file.getParent());
        }
        try (InputStream in = zip.getInputStream(entry);
                OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW)) {
            byte[] buffer = new byte[1 << 16];
            long size = 0;
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                size += read;
                total += read;
                if (size > MOST_BYTES || total > most) {
                    throw refused("it unpacks to more than a history of this size can (" + name + ")");
                }
                out.write(buffer, 0, read);
            }
        }
    }

    private StoreFailed refused(String reason) {
        return new StoreFailed("the archive " + archive + " is not imported: " + reason);
    }

    private static String printable(String name) {
        String shown = name.length() > 80 ? name.substring(0, 80) + "…" : name;
        return shown.replaceAll("[\\p{Cntrl}\"]", "?");
    }
}
