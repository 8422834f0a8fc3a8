package dev.flamegate.store.remote;

import dev.flamegate.store.StoreFailed;
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

    /** Where it is, for people. */
    String text();

    /**
     * The names of all objects.
     *
     * @throws StoreFailed when it cannot be reached or refuses
     */
    Set<String> list() throws InterruptedException;

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
