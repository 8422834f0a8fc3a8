package dev.flamegate.gate.facts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.plan.LoadSpec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulationContentTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void copy() throws IOException {
        for (Class<?> one : List.of(Load.class, Users.class, Unrelated.class)) {
            String name = one.getName().replace('.', '/') + ".class";
            Path place = folder.resolve("classes").resolve(name);
            Files.createDirectories(Objects.requireNonNull(place.getParent()));
            try (InputStream in = Objects.requireNonNull(one.getClassLoader().getResourceAsStream(name))) {
                Files.copy(in, place);
            }
        }
        write("data/users.csv", "ada");
        write("data/other.csv", "ada");
    }

    @Test
    void it_is_of_what_the_simulation_refers_to_and_of_nothing_else() throws IOException {
        Optional<String> before = content();

        write("data/other.csv", "bob");
        change(Unrelated.class);
        assertThat(before).isPresent();
        assertThat(content()).isEqualTo(before);

        write("data/users.csv", "bob");
        Optional<String> users = content();
        assertThat(users).isNotEqualTo(before);

        change(Users.class);
        assertThat(content()).isNotEqualTo(users);
    }

    @Test
    void a_simulation_that_is_not_on_the_class_path_is_unknown() {
        assertThat(SimulationContent.of("shop.Other", List.of("classes", "missing"), folder))
                .isEmpty();
    }

    @Test
    void that_of_a_command_is_of_the_files_that_it_names() throws IOException {
        Files.writeString(folder.resolve("load.js"), "one");
        LoadSpec.Command command = new LoadSpec.Command(
                List.of("k6", "run", "--out", "json={results}", "load.js", "\0", "data"), LoadSpec.Results.K6);
        Optional<String> before = SimulationContent.of(command, folder);
        assertThat(before).isPresent();

        write("data/users.csv", "bob");
        assertThat(SimulationContent.of(command, folder)).isEqualTo(before);
        Files.writeString(folder.resolve("load.js"), "two");
        assertThat(SimulationContent.of(command, folder)).isPresent().isNotEqualTo(before);
        assertThat(SimulationContent.of(new LoadSpec.Command(List.of("wrk", "{url}"), LoadSpec.Results.NONE), folder))
                .isEmpty();
    }

    private Optional<String> content() {
        return SimulationContent.of(Load.class.getName(), List.of("classes"), folder);
    }

    private void write(String name, String text) throws IOException {
        Path place = folder.resolve("classes").resolve(name);
        Files.createDirectories(Objects.requireNonNull(place.getParent()));
        Files.writeString(place, text);
    }

    /** One byte more behind the class is another content. */
    private void change(Class<?> one) throws IOException {
        Path place = folder.resolve("classes").resolve(one.getName().replace('.', '/') + ".class");
        byte[] content = Files.readAllBytes(place);
        Files.write(place, java.util.Arrays.copyOf(content, content.length + 1));
    }

    /** A simulation, as far as its class file goes. */
    static final class Load {
        Users users = new Users();
    }

    static final class Users {
        String file = "data/users.csv";
        long count = 1L << 40;
    }

    static final class Unrelated {}
}
