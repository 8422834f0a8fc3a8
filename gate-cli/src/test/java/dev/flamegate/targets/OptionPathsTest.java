package dev.flamegate.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionPathsTest {
    @TempDir
    Path folder;

    @BeforeEach
    void makeFiles() throws Exception {
        for (String file : List.of("conf/x.yaml", "lib/x.jar", "lib/y.jar", "app.yaml", "docs/guide.md")) {
            Files.createDirectories(folder.resolve(file).getParent());
            Files.writeString(folder.resolve(file), "");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-javaagent:lib/x.jar | -javaagent:FOLDER/lib/x.jar",
                "-javaagent:lib/x.jar=a=b,c=lib/y.jar | -javaagent:FOLDER/lib/x.jar=a=b,c=lib/y.jar",
                "-Xbootclasspath/a:lib/x.jar:lib/y.jar | -Xbootclasspath/a:FOLDER/lib/x.jar:FOLDER/lib/y.jar",
                "-Dconfig=conf/x.yaml | -Dconfig=FOLDER/conf/x.yaml",
                "-Dconfig=file:conf/x.yaml | -Dconfig=file:FOLDER/conf/x.yaml",
                "-Dconfig=app.yaml | -Dconfig=FOLDER/app.yaml",
                "-Dconfig.dir=./conf/ | -Dconfig.dir=FOLDER/conf",
                "-XX:HeapDumpPath=build/dump | -XX:HeapDumpPath=FOLDER/build/dump",
                "@conf/x.yaml | @FOLDER/conf/x.yaml",
            })
    void a_file_of_the_plans_folder_is_named_by_its_whole_path(String option, String resolved) {
        assertThat(OptionPaths.resolved(List.of(option), folder))
                .containsExactly(resolved.replace("FOLDER", folder.toString()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-Xmx1g",
                "-Dtype=application/json",
                "-Dmode=docs",
                "-Dzone=Europe/Berlin",
                "-Durl=http://a.example/conf/x.yaml",
                "-Dempty=",
                "-Dflag",
                "-Dconfig=/etc/shop.yaml",
                "-Dlevel=conf/anything",
                "-XX:+UseZGC",
                "-javaagent:{work}/x.jar=a",
            })
    void what_is_no_file_of_the_plans_folder_is_left_alone(String option) {
        assertThat(OptionPaths.resolved(List.of(option), folder)).containsExactly(option);
        assertThat(OptionPaths.files(List.of(option), folder)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-javaagent:lib/none.jar",
                "-javaagent:/none/x.jar",
                "-agentpath:lib/none.so=x",
                "-Xbootclasspath/a:lib/x.jar:lib/none.jar",
                "-Dconfig=conf/none.yaml",
                "-Dconfig=file:conf/none.yaml",
                "@none",
            })
    void a_file_that_is_not_there_is_refused_before_anything_starts(String option) {
        assertThatThrownBy(() -> OptionPaths.resolved(List.of("-Xmx1g", option), folder))
                .isInstanceOf(TargetFailed.class)
                .hasMessageContaining("none")
                .hasMessageContaining("correct target: java-options");
    }

    @Test
    void the_files_that_are_read_are_known() {
        assertThat(OptionPaths.files(
                        List.of("-javaagent:lib/x.jar=lib/y.jar", "-Dconfig=conf/x.yaml", "-XX:LogFile=a.log"), folder))
                .containsExactly(folder.resolve("lib/x.jar"), folder.resolve("conf/x.yaml"));
    }
}
