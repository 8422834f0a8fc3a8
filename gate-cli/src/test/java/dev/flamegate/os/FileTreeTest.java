package dev.flamegate.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileTreeTest {
    @TempDir
    Path folder;

    @Test
    void a_folder_goes_with_everything_in_it_but_not_what_its_links_point_to() throws Exception {
        Path kept = Files.writeString(folder.resolve("kept"), "kept");
        Path tree = Files.createDirectories(folder.resolve("tree"));
        Path inside = Files.createDirectories(tree.resolve("a").resolve("b"));
        assertThat(Files.writeString(inside.resolve("read-only"), "x").toFile().setWritable(false))
                .isTrue();
        Files.createSymbolicLink(inside.resolve("link"), kept);
        Files.createSymbolicLink(tree.resolve("dangling"), folder.resolve("nowhere"));

        FileTree.delete(tree);
        FileTree.delete(tree);

        assertThat(folder).isDirectoryContaining(kept::equals);
        assertThat(tree).doesNotExist();
        assertThat(kept).hasContent("kept");
    }

    @Test
    void several_may_delete_it_at_once() throws Exception {
        Path tree = Files.createDirectories(folder.resolve("tree"));
        for (int i = 0; i < 300; i++) {
            Files.writeString(Files.createDirectories(tree.resolve("d" + i)).resolve("f"), "x");
        }
        CountDownLatch ready = new CountDownLatch(2);
        Callable<Void> delete = () -> {
            ready.countDown();
            ready.await();
            FileTree.delete(tree);
            return null;
        };
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            for (Future<Void> deleted : threads.invokeAll(List.of(delete, delete))) {
                deleted.get();
            }
        } finally {
            threads.shutdownNow();
        }

        assertThat(tree).doesNotExist();
    }

    @Test
    void a_copy_has_the_permissions_of_files_and_folders_and_what_links_point_to() throws Exception {
        Path from = Files.createDirectories(folder.resolve("from"));
        Path closed = Files.createDirectories(from.resolve("data/closed"));
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
        Files.writeString(closed.resolve("rows"), "rows");
        Files.setPosixFilePermissions(closed.resolve("rows"), PosixFilePermissions.fromString("rwxr-----"));
        Files.createSymbolicLink(from.resolve("link"), closed.resolve("rows"));
        Path into = Files.createDirectories(folder.resolve("into"));

        FileTree.copy(from, into);
        FileTree.copy(closed.resolve("rows"), into);

        assertThat(Files.getPosixFilePermissions(into.resolve("data/closed"))).hasSize(3);
        assertThat(into.resolve("data/closed/rows")).hasContent("rows").isExecutable();
        assertThat(into.resolve("link")).hasContent("rows").isRegularFile();
        assertThat(Files.isSymbolicLink(into.resolve("link"))).isFalse();
        assertThat(into.resolve("rows")).hasContent("rows");
    }
}
