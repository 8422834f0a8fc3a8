package dev.flamegate.work.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.work.boot.Work;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import shop.Example;

class BlockCountersTest {
    private final CountingTransformer counting = new CountingTransformer();

    @Test
    void blocks_are_counted_as_often_as_they_run() throws Exception {
        Class<?> type =
                new CountedClasses(counting, Example.class.getName()::equals).loadClass(Example.class.getName());
        Runnable example = (Runnable) type.getConstructor().newInstance();
        int[] before = Work.of(0).clone();

        example.run();

        Layout layout = counting.layout(0);
        assertThat(calls(layout, "run", before)).isEqualTo(1);
        assertThat(calls(layout, "step", before)).isEqualTo(10);
        assertThat(counting.failures()).isEmpty();
    }

    @Test
    void the_same_work_is_the_same_number_of_instructions() throws Exception {
        Class<?> type =
                new CountedClasses(counting, Example.class.getName()::equals).loadClass(Example.class.getName());
        Runnable example = (Runnable) type.getConstructor().newInstance();
        example.run();
        long first = instructions(counting.layout(0));
        example.run();
        long second = instructions(counting.layout(0));
        example.run();

        assertThat(instructions(counting.layout(0)) - second)
                .isEqualTo(second - first)
                .isGreaterThan(200);
    }

    @Test
    void an_entry_is_counted_apart_from_a_loop_at_the_beginning() throws Exception {
        Class<?> type =
                new CountedClasses(counting, Example.class.getName()::equals).loadClass(Example.class.getName());
        int[] before = Work.of(0).clone();

        type.getMethod("endless", int[].class).invoke(null, new int[] {50});
        type.getMethod("nested", boolean.class).invoke(null, true);

        assertThat(calls(counting.layout(0), "endless", before)).isEqualTo(1);
        assertThat(calls(counting.layout(0), "nested", before)).isEqualTo(1);
    }

    @Test
    void classes_of_libraries_pass_the_verifier() throws Exception {
        List<String> names = new ArrayList<>();
        for (String jar : List.of("org/junit/jupiter/api/Test.class", "org/assertj/core/api/Assertions.class")) {
            names.addAll(classes(jar));
        }
        CountedClasses loader = new CountedClasses(
                counting, name -> name.startsWith("org.junit.jupiter.api.") || name.startsWith("org.assertj.core."));

        int initialised = 0;
        for (String name : names) {
            try {
                Class<?> type = loader.loadClass(name);
                type.getDeclaredMethods(); // links what it can
                if (!type.isInterface()) {
                    Class.forName(name, true, loader);
                }
                initialised++;
            } catch (NoClassDefFoundError | ExceptionInInitializerError e) {
                // Something that it needs is not there; a VerifyError is none of these.
            }
        }

        assertThat(initialised).isGreaterThan(500);
        assertThat(counting.failures()).isEmpty();
        assertThat(counting.classes()).isGreaterThan(500);
    }

    private static List<String> classes(String of) throws IOException {
        String url = String.valueOf(BlockCountersTest.class.getClassLoader().getResource(of));
        try (FileSystem jar = FileSystems.newFileSystem(URI.create(url.substring(0, url.indexOf('!'))), Map.of());
                Stream<Path> files = Files.walk(jar.getPath("/"))) {
            return files.map(Path::toString)
                    .filter(name -> name.endsWith(".class") && !name.contains("META-INF") && !name.contains("-info"))
                    .filter(name -> name.startsWith("/org/junit/jupiter/api/") || name.startsWith("/org/assertj/core/"))
                    .map(name ->
                            name.substring(1, name.length() - ".class".length()).replace('/', '.'))
                    .sorted()
                    .toList();
        }
    }

    private static int calls(Layout layout, String name, int[] before) {
        int[] now = Work.of(layout.type);
        return layout.methods().stream()
                .filter(method -> method.name.equals(name))
                .mapToInt(method -> now[method.first] - before[method.first])
                .sum();
    }

    private static long instructions(Layout layout) {
        int[] counts = Work.of(layout.type);
        long sum = 0;
        for (int i = 0; i < counts.length; i++) {
            sum += (long) counts[i] * layout.instructions(i);
        }
        return sum;
    }
}
