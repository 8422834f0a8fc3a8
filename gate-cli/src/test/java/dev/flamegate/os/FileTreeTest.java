package dev.flamegate.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
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
}
