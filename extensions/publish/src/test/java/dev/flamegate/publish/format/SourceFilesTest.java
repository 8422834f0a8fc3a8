package dev.flamegate.publish.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceFilesTest {
    @TempDir
    Path folder;

    @Test
    void a_class_is_found_in_whatever_source_root_it_is_and_not_by_half_a_name() throws Exception {
        repository(
                "a/src/test/java/shop/Cart.java", "b/src/main/java/shop/Cart.java", "shop/BigCart.java", "Cart.java");
        SourceFiles files = new SourceFiles(folder.resolve("b"));

        assertThat(files.find("shop/Cart.java")).contains("b/src/main/java/shop/Cart.java");
        assertThat(files.find("./shop/BigCart.java")).contains("shop/BigCart.java");
        assertThat(files.find("op/Cart.java")).isEmpty();
        assertThat(files.find("shop/Missing.java")).isEmpty();
        assertThat(files.find("other/shop/Cart.java")).isEmpty();
        assertThat(files.find(folder.resolve("shop/BigCart.java").toString())).contains("shop/BigCart.java");
        assertThat(files.find("")).isEmpty();
        assertThat(files.find("*.java")).isEmpty();
    }

    @Test
    void outside_of_a_repository_there_is_none() throws Exception {
        Files.writeString(folder.resolve("Cart.java"), "");

        assertThat(new SourceFiles(folder).find("Cart.java")).isEmpty();
    }

    private void repository(String... paths) throws Exception {
        git("init", "-q");
        for (String path : paths) {
            Path file = folder.resolve(path);
            Files.createDirectories(file.getParent());
            Files.writeString(file, "");
        }
        git("add", "-A");
    }

    private void git(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("git", "-C", folder.toString()));
        command.addAll(List.of(arguments));
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }
}
