package dev.flamegate.remote;

import dev.flamegate.store.StoreFailed;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Set;

/** Named objects that several machines share. */
interface Remote extends AutoCloseable {
    /**
     * A change that is made in one step.
     *
     * @param added new objects; an existing one of the same name stays
     * @param replaced objects that are new or replace those of the same name
     * @param deleted names of objects to delete
     * @param compact whether deleted objects may be dropped from the remote's past
     */
    record Change(Map<String, byte[]> added, Map<String, byte[]> replaced, Set<String> deleted, boolean compact) {
        public Change {
            added = Map.copyOf(added);
            replaced = Map.copyOf(replaced);
            deleted = Set.copyOf(deleted);
        }
    }

    /** Bytes of one object: a thousand times a run with all its profiles. */
    long MOST_BYTES = 512L << 20;

    /** Objects in one place. */
    int MOST_OBJECTS = 1_000_000;

    /** The message about an object that is too long. */
    static String tooLong(String name) {
        return name + " has more than " + (MOST_BYTES >> 20) + " MiB, and no record has";
    }

    /**
     * Writes the content of an object to a file.
     *
     * @throws StoreFailed when it is longer than any record
     */
    static Path keep(String name, InputStream content, Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            byte[] buffer = new byte[1 << 16];
            long size = 0;
            for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
                size += read;
                if (size > MOST_BYTES) {
                    throw new StoreFailed(tooLong(name));
                }
                out.write(buffer, 0, read);
            }
        }
        return file;
    }

    /**
     * Checks that a place has not too many objects.
     *
     * @throws StoreFailed when there are too many for a history
     */
    static void checkCount(int count, String place) {
        if (count > MOST_OBJECTS) {
            throw new StoreFailed(place + " has more than " + MOST_OBJECTS + " objects: it is no history");
        }
    }

    /** The remote's address, for people. */
    String text();

    /**
     * The names of all objects.
     *
     * @throws StoreFailed when it cannot be reached or refuses
     */
    default Set<String> list() throws InterruptedException {
        return list(Set.of(""));
    }

    /**
     * The names of the objects that begin with one of these texts; of others, the place is not asked where it can
     * tell them apart.
     *
     * @throws StoreFailed when it cannot be reached or refuses
     */
    Set<String> list(Set<String> beginnings) throws InterruptedException;

    /**
     * Fetches objects into a folder.
     *
     * @return their files by name, without those that are gone
     * @throws StoreFailed when it cannot be reached or refuses
     */
    Map<String, Path> fetch(Collection<String> names, Path folder) throws InterruptedException;

    /**
     * Makes a change. Others may change other objects at the same time.
     *
     * @throws StoreFailed when it cannot be reached or refuses; then some of it may have been made
     */
    void change(Change change) throws InterruptedException;

    @Override
    void close();
}
