package dev.flamegate.work.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.gate.changes.Compiled;
import dev.flamegate.plan.TargetSpec.Subject;
import dev.flamegate.targets.AppFiles;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChangedMethodsTest {
    private static final String PRICE = """
            interface Price {
                int of(int pieces);
                static int rounded(int cents) { return cents / 10 * 10; }
            }
            """;

    private static final ChangedMethods NONE = ChangedMethods.none();

    private static final String CART = """
            import java.util.List;
            class Cart {
                private final List<Price> prices;
                Cart(List<Price> prices) { this.prices = prices; }
                int total(int pieces) {
                    int sum = 0;
                    for (Price price : prices) {
                        sum += Price.rounded(price.of(pieces));
                    }
                    return sum;
                }
                int other() { return prices.stream().mapToInt(price -> price.of(1)).sum(); }
                @Deprecated int third() { return 3; }
            }
            """;

    @TempDir
    Path folder;

    private int builds;

    @Test
    void the_same_code_on_other_lines_with_other_constants_before_it_is_no_change() throws Exception {
        ChangedMethods changes = changes(
                CART,
                CART.replace("    int total", "\n\n    // moved down\n    int total")
                        .replace("sum += ", "sum +=\n"));

        assertThat(changes).isEqualTo(NONE);
    }

    @Test
    void a_lambda_is_a_part_of_its_method_and_its_number_does_not_matter() throws Exception {
        assertThat(changes(CART, CART.replace("price.of(1)", "price.of(2)")).names())
                .containsExactly("shop.Cart.other");
        // The lambda of a method in front takes its number.
        assertThat(changes(
                                CART,
                                CART.replace(
                                        "    int total",
                                        "    Runnable first() { return () -> System.gc(); }\n    int total"))
                        .names())
                .containsExactly("shop.Cart.first");
    }

    @Test
    void an_annotation_can_change_how_often_a_method_is_called() throws Exception {
        assertThat(changes(CART, CART.replace("@Deprecated ", "")).names()).containsExactly("shop.Cart.third");
        assertThat(changes(
                                CART.replace("@Deprecated", "@Deprecated(since = \"1\")"),
                                CART.replace("@Deprecated", "@Deprecated(since = \"2\")"))
                        .names())
                .containsExactly("shop.Cart.third");
    }

    @Test
    void an_annotation_of_a_method_without_code_differs_though_nothing_can_show_that_it_ran() throws Exception {
        String repository = """
                @FunctionalInterface interface Owners {
                    @Deprecated(since = "select 1") int all();
                }
                """;

        ChangedMethods query = changes(repository, repository.replace("select 1", "select 2"));
        assertThat(query.names()).isEmpty();
        assertThat(query.declarations()).containsExactly("shop.Owners.all");
        assertThat(changes(repository, repository.replace("@FunctionalInterface ", ""))
                        .declarations())
                .containsExactly("shop.Owners.<class>");
        // Only code that differs, too, can call what is new.
        assertThat(changes(
                                repository,
                                repository.replace("@FunctionalInterface", "").replace("}", "int one(); }"))
                        .declarations())
                .containsExactly("shop.Owners.<class>");
    }

    @Test
    void classes_packed_into_a_jar_and_libraries_packed_beside_them_are_compared() throws Exception {
        Compiled cart = compiled(PRICE, CART);
        Compiled text = compiled("public class Text { public static String pad(String s) { return s + ' '; } }");
        Compiled newer = compiled("public class Text { public static String pad(String s) { return ' ' + s; } }");
        AppFiles before = cart.packed(next(), Map.of("text-1.jar", text, "same-1.jar", compiled(PRICE)));
        AppFiles after = cart.packed(next(), Map.of("text-2.jar", newer, "same-1.jar", compiled(PRICE)));

        assertThat(ChangedMethods.between(before, after).names()).containsExactly("shop.Text.pad");
        assertThat(ChangedMethods.between(before, before)).isEqualTo(NONE);
    }

    @Test
    void libraries_in_folders_beside_the_jar_and_classes_in_folders_are_compared() throws Exception {
        Path before = installation(PRICE, CART);
        Path after = installation(PRICE, CART.replace("return 3", "return 4"));

        assertThat(ChangedMethods.between(script(before), script(after)).names())
                .containsExactly("shop.Cart.third");
    }

    @Test
    void what_is_no_jar_is_said() throws Exception {
        AppFiles one = AppFiles.of(
                        new Subject.Jar(Files.writeString(folder.resolve("a.jar"), "one")
                                .toString()),
                        folder)
                .orElseThrow();
        AppFiles other = AppFiles.of(
                        new Subject.Jar(Files.writeString(folder.resolve("b.jar"), "two")
                                .toString()),
                        folder)
                .orElseThrow();

        assertThat(ChangedMethods.between(one, other).problem()).startsWith("the builds cannot be compared");
    }

    @Test
    void methods_of_one_build_alone_differ_and_so_does_one_with_another_signature() throws Exception {
        assertThat(changes(
                                CART,
                                CART.replace("int other()", "int fresh() { return third(); }\n    int other()")
                                        .replace("total(int pieces)", "total(int pieces, int unused)"))
                        .names())
                .containsExactlyInAnyOrder("shop.Cart.fresh", "shop.Cart.total");
    }

    @Test
    void a_class_differs_in_its_fields_and_supertypes_too() throws Exception {
        assertThat(changes(CART, CART.replace("class Cart {", "class Cart implements java.io.Serializable {"))
                        .names())
                .containsExactly("shop.Cart.<class>");
    }

    @Test
    void resources_differ_but_not_what_only_says_how_a_build_was_made() throws Exception {
        Path before = next();
        Path after = next();
        compiled(PRICE).jar(before);
        compiled(PRICE).jar(after);
        add(before, Map.of("application.yaml", "pool: 4", "git.properties", "id=1", "META-INF/NOTICE.txt", "a"));
        add(after, Map.of("application.yaml", "pool: 8", "git.properties", "id=2", "META-INF/NOTICE.txt", "b"));
        String newer = "META-INF/versions/21/shop/Price.class";
        add(before, Map.of(newer, "for JDK 21", "stop-words.txt", "a the"));
        add(after, Map.of(newer, "another", "stop-words.txt", "a the of"));

        ChangedMethods changes = ChangedMethods.between(app(before), app(after));

        assertThat(changes.resources()).containsExactly(newer, "application.yaml", "stop-words.txt");
        assertThat(changes.names()).isEmpty();
    }

    @Test
    void of_files_with_one_name_in_several_jars_each_counts() throws Exception {
        Path first = installation(PRICE, CART);
        Path second = installation(PRICE, CART);
        for (Path home : List.of(first, second)) {
            Path jar = home.resolve("lib/a-first.jar");
            compiled(PRICE).jar(jar);
            add(jar, Map.of("META-INF/services/Price", "One", "which", home.toString()));
        }
        Path beside = first.resolve("lib/z-last.jar");
        compiled(PRICE).jar(beside);
        add(beside, Map.of("META-INF/services/Price", "Another"));

        assertThat(ChangedMethods.between(script(first), script(second)).resources())
                .contains("META-INF/services/Price");
    }

    @Test
    void an_installation_differs_in_how_it_is_started_and_configured_but_not_in_its_logs() throws Exception {
        Path before = installation(PRICE, CART);
        Path after = installation(PRICE, CART);
        for (Path home : List.of(before, after)) {
            Files.createDirectories(home.resolve("conf"));
            Files.createDirectories(home.resolve("logs"));
            Files.writeString(home.resolve("logs/today"), home.toString());
        }
        Files.writeString(before.resolve("conf/pool.conf"), "4");
        Files.writeString(after.resolve("conf/pool.conf"), "8");

        assertThat(ChangedMethods.between(script(before), script(after)).resources())
                .containsExactly("conf/pool.conf");
    }

    @Test
    void classes_that_quarkus_writes_are_equal_in_any_order() throws Exception {
        String bean = """
                class Cart_Bean {
                    int size = 16;
                    String at = "jar:file:/home/one/app.jar!/a";
                    int[] sizes() { return new int[] {size, 17}; }
                    String place() { return at + "proxykey7"; }
                }
                """;
        String shuffled = """
                class Cart_Bean {
                    String at = "jar:file:/home/another/app.jar!/a";
                    int size = 16;
                    String place() { return at + "proxykey18"; }
                    int[] sizes() { return new int[] {size, 17}; }
                }
                """;

        assertThat(changes(bean, shuffled)).isEqualTo(NONE);
        assertThat(changes(bean, shuffled.replace("size = 16", "size = 18")).names())
                .contains("shop.Cart_Bean.<init>");
        assertThat(changes(bean.replace("_Bean", ""), shuffled.replace("_Bean", ""))
                        .names())
                .isNotEmpty();
    }

    private AppFiles app(Path jar) {
        return AppFiles.of(new Subject.Jar(jar.toString()), folder).orElseThrow();
    }

    private static void add(Path jar, Map<String, String> files) throws IOException {
        try (FileSystem inside = FileSystems.newFileSystem(jar)) {
            for (Map.Entry<String, String> file : files.entrySet()) {
                Path place = inside.getPath(file.getKey());
                if (place.getParent() != null) {
                    Files.createDirectories(place.getParent());
                }
                Files.writeString(place, file.getValue());
            }
        }
    }

    private ChangedMethods changes(String before, String after) throws IOException {
        return ChangedMethods.between(
                compiled(PRICE, before).jar(next()), compiled(PRICE, after).jar(next()));
    }

    private Compiled compiled(String... sources) throws IOException {
        return Compiled.of(Files.createDirectories(folder.resolve("build-" + ++builds)), sources);
    }

    /** Each in a folder of its own: what lies beside a jar may belong to it. */
    private Path next() {
        return folder.resolve("app-" + ++builds).resolve("app.jar");
    }

    private Path installation(String... sources) throws IOException {
        Compiled compiled = compiled(sources);
        Path home = folder.resolve("installation-" + ++builds);
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("bin").resolve("run"), "#!/bin/sh\n");
        Files.createDirectories(home.resolve("classes").resolve("shop"));
        Files.write(home.resolve("classes/shop/Cart.class"), compiled.bytes("shop/Cart.class"));
        compiled(PRICE).jar(home.resolve("lib").resolve("price.jar"));
        return home;
    }

    private static AppFiles script(Path home) {
        return AppFiles.of(new Subject.Command(List.of(home.resolve("bin/run").toString())), home)
                .orElseThrow();
    }
}
