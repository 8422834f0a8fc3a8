package dev.flamegate.containers.engine;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** Files on their way into a container: readable there by whatever user it runs as. */
public final class ContainerFiles {
    private static final int READABLE = 0100644;

    private final Map<String, Path> files = new LinkedHashMap<>();
    private final Map<String, String> texts = new LinkedHashMap<>();
    private final Set<String> folders = new LinkedHashSet<>();

    /** Adds a file of this machine under an absolute path of the container. */
    ContainerFiles file(String path, Path file) {
        files.put(checked(path), file);
        return this;
    }

    /** Adds files of this machine under absolute paths of the container. */
    ContainerFiles files(Map<String, Path> more) {
        more.forEach(this::file);
        return this;
    }

    public ContainerFiles text(String path, String text) {
        texts.put(checked(path), text);
        return this;
    }

    /** Adds a folder, which may stay empty. */
    ContainerFiles folder(String path) {
        folders.add(checked(path));
        return this;
    }

    boolean isEmpty() {
        return files.isEmpty() && texts.isEmpty() && folders.isEmpty();
    }

    /** Writes all as a tar archive to be unpacked at the root. */
    void writeTar(OutputStream out) throws IOException {
        TarArchiveOutputStream tar = new TarArchiveOutputStream(out);
        tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
        tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
        for (String folder : folders()) {
            tar.putArchiveEntry(new TarArchiveEntry(folder + "/"));
            tar.closeArchiveEntry();
        }
        for (Map.Entry<String, Path> file : files.entrySet()) {
            put(tar, file.getKey(), Files.size(file.getValue()));
            Files.copy(file.getValue(), tar);
            tar.closeArchiveEntry();
        }
        for (Map.Entry<String, String> text : texts.entrySet()) {
            byte[] bytes = text.getValue().getBytes(StandardCharsets.UTF_8);
            put(tar, text.getKey(), bytes.length);
            tar.write(bytes);
            tar.closeArchiveEntry();
        }
        tar.finish();
    }

    private static void put(TarArchiveOutputStream tar, String path, long size) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(path);
        entry.setMode(READABLE);
        entry.setSize(size);
        tar.putArchiveEntry(entry);
    }

    /** Folders to create, outer ones first; the root exists. */
    private Set<String> folders() {
        Set<String> all = new LinkedHashSet<>();
        Set<String> paths = new LinkedHashSet<>(files.keySet());
        paths.addAll(texts.keySet());
        folders.forEach(folder -> paths.add(folder + "/"));
        for (String path : paths) {
            for (int slash = path.indexOf('/', 1); slash > 0; slash = path.indexOf('/', slash + 1)) {
                all.add(path.substring(0, slash));
            }
        }
        return all;
    }

    private static String checked(String path) {
        if (!path.startsWith("/") || path.endsWith("/")) {
            throw new IllegalArgumentException(path + ": a file in a container has an absolute path");
        }
        return path;
    }
}
