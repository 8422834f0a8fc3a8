package dev.flamegate.insight.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.flamegate.collect.CallCounter;
import dev.flamegate.collect.CallCounter.Counts;
import dev.flamegate.gate.changes.Compiled;
import dev.flamegate.model.Pair;
import dev.flamegate.plan.TargetSpec.Subject;
import dev.flamegate.targets.AppFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChangedMethodsTest {
    private static final String PRICE = """
            interface Price {
                int of(int pieces);
                static int rounded(int cents) { return cents / 10 * 10; }
            }
            """;

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

        assertThat(changes).isEqualTo(ChangedMethods.NONE);
    }

    @Test
    void a_changed_method_is_counted_with_what_it_calls_outside_of_the_jdk() throws Exception {
        ChangedMethods changes = changes(CART, CART.replace("sum += Price", "sum += Price.rounded(3) + Price"));

        assertThat(changes.names()).containsExactly("shop.Cart.total", "shop.Price.of", "shop.Price.rounded");
        assertThat(changes.callers())
                .containsExactly(List.of(), List.of("shop.Cart.total"), List.of("shop.Cart.total"));
        assertThat(changes.methods())
                .containsExactly(
                        new CallCounter.Method(0, false, "shop/Cart", "total", "(I)I"),
                        new CallCounter.Method(1, true, "shop/Price", "of", "(I)I"),
                        new CallCounter.Method(2, false, "shop/Price", "rounded", "(I)I"));
        assertThat(changes.problem()).isNull();
    }

    @Test
    void a_lambda_is_a_part_of_its_method_and_its_number_does_not_matter() throws Exception {
        assertThat(changes(CART, CART.replace("price.of(1)", "price.of(2)")).names())
                .containsExactly("shop.Cart.other", "shop.Price.of");
        // The lambda of a method in front takes its number.
        assertThat(changes(
                                CART,
                                CART.replace(
                                        "    int total",
                                        "    Runnable first() { return () -> System.gc(); }\n    int total"))
                        .names())
                .isEmpty();
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
    void of_methods_in_one_build_alone_only_what_they_call_is_counted() throws Exception {
        ChangedMethods changes = changes(
                CART,
                CART.replace("int other()", "int fresh() { return Price.rounded(7) + third(); }\n    int other()"));

        assertThat(changes.names()).containsExactly("shop.Cart.third", "shop.Price.rounded");
        assertThat(changes.callers()).containsOnly(List.of("shop.Cart.fresh"));
    }

    @Test
    void a_method_with_another_signature_is_the_same_method() throws Exception {
        ChangedMethods changes = changes(CART, CART.replace("total(int pieces)", "total(int pieces, int unused)"));

        assertThat(changes.names()).contains("shop.Cart.total");
        assertThat(changes.methods())
                .filteredOn(method -> method.name().equals("total"))
                .extracting(CallCounter.Method::counter, CallCounter.Method::descriptor)
                .containsExactlyInAnyOrder(tuple(0, "(I)I"), tuple(0, "(II)I"));
    }

    @Test
    void classes_packed_into_a_jar_and_libraries_packed_beside_them_are_compared() throws Exception {
        Compiled cart = compiled(PRICE, CART);
        Compiled text = compiled("public class Text { public static String pad(String s) { return s + ' '; } }");
        Compiled newer = compiled("public class Text { public static String pad(String s) { return ' ' + s; } }");
        AppFiles before = cart.packed(next(), Map.of("text-1.jar", text, "same-1.jar", compiled(PRICE)));
        AppFiles after = cart.packed(next(), Map.of("text-2.jar", newer, "same-1.jar", compiled(PRICE)));

        assertThat(ChangedMethods.between(before, after).names()).containsExactly("shop.Text.pad");
        assertThat(ChangedMethods.between(before, before)).isEqualTo(ChangedMethods.NONE);
    }

    @Test
    void libraries_in_folders_beside_the_jar_and_classes_in_folders_are_compared() throws Exception {
        Path before = installation(PRICE, CART);
        Path after = installation(PRICE, CART.replace("return 3", "return 4"));

        assertThat(ChangedMethods.between(script(before), script(after)).names())
                .containsExactly("shop.Cart.third");
    }

    @Test
    void too_many_changes_are_another_program() throws Exception {
        String many = "class Many {\n"
                + IntStream.rangeClosed(0, ChangedMethods.MOST_CHANGED)
                        .mapToObj(i -> "int m" + i + "() { return 1; }")
                        .collect(Collectors.joining("\n"))
                + "\n}";

        ChangedMethods changes = changes(many, many.replace("return 1", "return 2"));

        assertThat(changes.isEmpty()).isTrue();
        assertThat(changes.problem()).contains("2001 methods changed", "2000");
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
    void counts_of_both_arms_come_together_by_name() throws Exception {
        ChangedMethods changes = changes(CART, CART.replace("sum += Price", "sum += Price.rounded(3) + Price"));
        // 20 requests in each half of a second; the price is asked for in every tenth request, 30 times.
        List<Counts> during = IntStream.rangeClosed(0, 10)
                .mapToObj(part -> new Counts(List.of(20L * part, 60L * (part / 2 * 2), 0L), ""))
                .toList();
        Tally baseline = Tally.of(during, new Counts(List.of(200L, 600L, 0L), ""));
        Tally candidate = Tally.of(during, new Counts(List.of(200L, 600L, -1L), "shop.Price: too long"));

        List<Pair.Calls.Method> counted = changes.counted(baseline, candidate);

        assertThat(counted).extracting(Pair.Calls.Method::name).containsExactly("shop.Cart.total", "shop.Price.of");
        assertThat(counted.get(0).baselineBurst()).isZero();
        assertThat(counted.get(1).candidateBurst()).isGreaterThan(50);
        assertThat(counted.get(1).candidate()).isEqualTo(600);
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
