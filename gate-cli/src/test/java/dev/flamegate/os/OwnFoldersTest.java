package dev.flamegate.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnFoldersTest {
    @TempDir
    Path parent;

    @Test
    void what_a_killed_gate_left_goes_and_what_others_use_stays() throws IOException {
        Path mine = OwnFolders.create(parent);
        // The same name with the id of no process, with that of another start, and as another container counts.
        String name = String.valueOf(mine.getFileName());
        Path killed = filled(name.replaceFirst("-\\d+-", "-999999999-"));
        Path earlier = filled(name.replaceFirst("-(\\d+)-\\d+-", "-$1-1-"));
        Path elsewhere = filled(name.replaceFirst("-(\\d+)-(\\d+)-\\d*-", "-999999999-$2-4711-"));
        Path others = filled("flamegate-notes");

        Path next = OwnFolders.create(parent);

        assertThat(killed).doesNotExist();
        assertThat(earlier).doesNotExist();
        assertThat(mine).isDirectory().isNotEqualTo(next);
        assertThat(elsewhere).isNotEmptyDirectory();
        assertThat(others).isNotEmptyDirectory();
    }

    @Test
    void the_temporary_folder_is_one_and_made_again_where_somebody_deletes_it() throws IOException {
        Path temporary = OwnFolders.temporary();
        assertThat(OwnFolders.temporary()).isEqualTo(temporary).isDirectory();
        assertThat(temporary.getParent()).isEqualTo(Path.of(System.getProperty("java.io.tmpdir")));
    }

    private Path filled(String name) throws IOException {
        Path folder = Files.createDirectories(parent.resolve(name));
        Files.writeString(folder.resolve("file"), "content");
        return folder;
    }
}
