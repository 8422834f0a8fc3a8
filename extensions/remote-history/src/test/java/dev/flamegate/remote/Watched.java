package dev.flamegate.remote;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** A remote that notes what is asked of it. */
final class Watched implements Remote {
    private final Remote remote;
    private final Set<String> asked = new TreeSet<>();
    private final Set<String> fetched = new TreeSet<>();
    private final Set<String> sent = new TreeSet<>();

    Watched(Remote remote) {
        this.remote = remote;
    }

    /** What the names that were listed begin with. */
    Set<String> asked() {
        return asked;
    }

    Set<String> fetched() {
        return fetched;
    }

    /** Names of what was added, replaced or deleted. */
    Set<String> sent() {
        return sent;
    }

    @Override
    public String text() {
        return remote.text();
    }

    @Override
    public Set<String> list(Set<String> beginnings) throws InterruptedException {
        asked.addAll(beginnings);
        return remote.list(beginnings);
    }

    @Override
    public Map<String, Path> fetch(Collection<String> names, Path folder) throws InterruptedException {
        fetched.addAll(names);
        return remote.fetch(names, folder);
    }

    @Override
    public void change(Change change) throws InterruptedException {
        sent.addAll(change.added().keySet());
        sent.addAll(change.replaced().keySet());
        sent.addAll(change.deleted());
        remote.change(change);
    }

    @Override
    public void close() {
        remote.close();
    }
}
