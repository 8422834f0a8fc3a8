package dev.flamegate.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.flamegate.collect.probe.ProbeFacts;
import dev.flamegate.model.Work;
import dev.flamegate.model.WorkDifference;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** Compares tables of two builds as the agent sends them. */
class WorkDifferTest {
    /** Ten requests: a total of forty steps. */
    private static final String BASELINE = """
            C	shop/Cart
            R	total
            B	0	10
            C	shop/Web
            M	get	()V	5	10	100
            I	shop/Cart	total	()I	6	10
            C	shop/Cart
            M	total	()I	12	10	4000
            L	14	400
            I	shop/Price	step	(I)I	15	400
            C	shop/Price
            M	step	(I)I	30	400	4000
            I	shop/Price	round	(I)I	31	400
            M	round	(I)I	40	400	2000
            """;

    @Test
    void what_is_called_more_often_by_a_caller_that_is_not_comes_first_with_what_follows_it() throws Exception {
        String candidate = BASELINE.replace("L\t14\t400", "L\t14\t800")
                .replace("(I)I\t15\t400", "(I)I\t15\t800")
                .replace("M\ttotal\t()I\t12\t10\t4000", "M\ttotal\t()I\t12\t10\t7000")
                .replace("M\tstep\t(I)I\t30\t400\t4000", "M\tstep\t(I)I\t30\t800\t8000")
                .replace("(I)I\t31\t400", "(I)I\t31\t800")
                .replace("M\tround\t(I)I\t40\t400\t2000", "M\tround\t(I)I\t40\t800\t4000");

        List<WorkDifference.Method> methods = differ(candidate, Set.of("shop.Cart.total"));

        assertThat(methods)
                .extracting(WorkDifference.Method::name)
                .containsExactly("shop.Price.step", "shop.Cart.total");
        assertThat(methods.get(0)).satisfies(step -> {
            assertThat(step.calls()).isEqualTo(new WorkDifference.Both(40, 80));
            assertThat(step.callers()).containsExactly("shop.Cart.total", "shop.Web.get");
            assertThat(step.changed()).isTrue(); // changed code calls it more often
        });
        assertThat(methods.get(1)).satisfies(total -> {
            assertThat(total.changed()).isTrue();
            assertThat(total.loops()).containsExactly(new WorkDifference.Loop(14, new WorkDifference.Both(40, 80)));
        });
    }

    @Test
    void a_loop_that_turns_more_often_each_time_is_named_though_its_method_only_follows() throws Exception {
        String candidate = BASELINE.replace("M\tget\t()V\t5\t10\t100", "M\tget\t()V\t5\t20\t200")
                .replace("()I\t6\t10", "()I\t6\t20")
                .replace("M\ttotal\t()I\t12\t10\t4000", "M\ttotal\t()I\t12\t20\t9000")
                .replace("L\t14\t400", "L\t14\t900");

        assertThat(differ(candidate, Set.of()))
                .filteredOn(method -> method.name().equals("shop.Cart.total"))
                .flatExtracting(WorkDifference.Method::loops)
                .containsExactly(new WorkDifference.Loop(14, new WorkDifference.Both(40, 45)));
    }

    @Test
    void a_method_of_the_jdk_that_is_called_anew_is_named_by_its_calls() throws Exception {
        String candidate = BASELINE.replace("M\ttotal\t()I\t12\t10\t4000", "M\ttotal\t()I\t12\t10\t4020")
                .replace("L\t14\t400", "L\t14\t400\nI\tjava/util/regex/Pattern\tcompile\t(X)Y\t16\t10");

        List<WorkDifference.Method> methods = differ(candidate, Set.of());

        assertThat(methods)
                .extracting(WorkDifference.Method::name)
                .containsExactly("java.util.regex.Pattern.compile", "shop.Cart.total");
        assertThat(methods.get(0).calls()).isEqualTo(new WorkDifference.Both(0, 1));
        assertThat(methods.get(0).callers()).containsExactly("shop.Cart.total", "shop.Web.get");
    }

    @Test
    void methods_that_quarkus_numbers_anew_in_each_build_are_the_same() throws Exception {
        String generated = "io/quarkus/arc/generator/Default_Instances";
        String before = BASELINE.replace("shop/Price\t", generated + "\t").replace("C\tshop/Price", "C\t" + generated);
        String candidate =
                before.replace("step", "lazy1l").replace("M\tround\t(I)I\t40\t400", "M\tround\t(I)I\t40\t800");
        before = before.replace("step", "lazy2l");

        assertThat(differ(before, candidate, Set.of()))
                .extracting(WorkDifference.Method::name)
                .containsExactly("io.quarkus.arc.generator.Default_Instances.round");
    }

    @Test
    void a_call_through_an_interface_leads_on_to_the_caller() throws Exception {
        String before = BASELINE.replace("I\tshop/Price\tround", "I\tshop/Rounding\tround");
        String candidate = before.replace("(I)I\t15\t400", "(I)I\t15\t800")
                .replace("M\tstep\t(I)I\t30\t400\t4000", "M\tstep\t(I)I\t30\t800\t8000")
                .replace("(I)I\t31\t400", "(I)I\t31\t800")
                .replace("M\tround\t(I)I\t40\t400\t2000", "M\tround\t(I)I\t40\t800\t4000");

        List<WorkDifference.Method> methods = differ(before, candidate, Set.of());

        assertThat(methods).extracting(WorkDifference.Method::name).containsExactly("shop.Price.step");
    }

    @Test
    void a_method_of_the_jdk_is_called_by_its_own_name_and_through_an_interface() throws Exception {
        String before = BASELINE + """
                C	java/util/ArrayList
                M	addAll	(X)Z	500	30	300
                I	java/util/Collection	size	()I	501	30
                M	size	()I	280	40	80
                C	shop/Other
                M	all	()V	3	10	30
                I	java/util/ArrayList	size	()I	4	10
                """;
        String candidate = before.replace("size\t()I\t501\t30", "size\t()I\t501\t60")
                .replace("M\taddAll\t(X)Z\t500\t30\t300", "M\taddAll\t(X)Z\t500\t60\t600")
                .replace("M\tsize\t()I\t280\t40\t80", "M\tsize\t()I\t280\t70\t140");

        List<WorkDifference.Method> methods = differ(before, candidate, Set.of());

        assertThat(methods).extracting(WorkDifference.Method::name).containsExactly("java.util.ArrayList.addAll");
    }

    @Test
    void what_is_called_more_often_but_costs_next_to_nothing_comes_after_what_does_more() throws Exception {
        String before = BASELINE + "M\ttax\t()I\t50\t10\t20\n";
        String candidate = before.replace(
                        "I\tshop/Cart\ttotal\t()I\t6\t10",
                        "I\tshop/Cart\ttotal\t()I\t6\t10\n" + "I\tshop/Price\ttax\t()I\t7\t30")
                .replace("M\ttax\t()I\t50\t10\t20", "M\ttax\t()I\t50\t30\t60")
                .replace("M\tround\t(I)I\t40\t400\t2000", "M\tround\t(I)I\t40\t400\t9000");

        assertThat(differ(before, candidate, Set.of()))
                .extracting(WorkDifference.Method::name)
                .containsExactly("shop.Price.round", "shop.Price.tax");
    }

    @Test
    void a_method_that_creates_more_is_named_though_its_instructions_are_the_same() throws Exception {
        String before = BASELINE.replace("B\t0\t10", "B\t0\t10\nX\tjava.io.IOException\t10\tshop/Web\tget");
        String candidate = BASELINE.replace("B\t0\t10", "B\t0\t10\nX\tjava.io.IOException\t40\tshop/Web\tget")
                .replace("M\tround\t(I)I\t40\t400\t2000", "M\tround\t(I)I\t40\t400\t2000\nO\t400");

        assertThat(differ(before, candidate, Set.of()))
                .extracting(
                        WorkDifference.Method::name, WorkDifference.Method::objects, WorkDifference.Method::exceptions)
                .containsExactly(
                        tuple("shop.Price.round", new WorkDifference.Both(0, 40), WorkDifference.Both.NONE),
                        tuple("shop.Web.get", WorkDifference.Both.NONE, new WorkDifference.Both(1, 4)));
    }

    @Test
    void what_differs_between_starts_of_one_build_is_no_difference() throws Exception {
        String other = BASELINE.replace("M\tround\t(I)I\t40\t400\t2000", "M\tround\t(I)I\t40\t440\t2200");
        List<CountedStart> mixed = List.of(start(BASELINE), start(other));

        assertThat(WorkDiffer.of("GET /", mixed, List.of(start(other), start(BASELINE)), Set.of()))
                .isEmpty();
        assertThat(WorkDiffer.of("GET /other", mixed, mixed, Set.of())).isEmpty();
    }

    @Test
    void one_start_of_each_build_shows_no_difference_of_methods() throws Exception {
        String other = BASELINE.replace("M\tround\t(I)I\t40\t400\t2000", "M\tround\t(I)I\t40\t440\t2200");

        assertThat(WorkDiffer.of("GET /", List.of(start(BASELINE)), List.of(start(other)), Set.of()))
                .isEmpty();
    }

    private static List<WorkDifference.Method> differ(String candidate, Set<String> changed) throws IOException {
        return differ(BASELINE, candidate, changed);
    }

    /** The methods that differ in two equal starts of each build. */
    private static List<WorkDifference.Method> differ(String baseline, String candidate, Set<String> changed)
            throws IOException {
        return WorkDiffer.of(
                        "GET /",
                        List.of(start(baseline), start(baseline)),
                        List.of(start(candidate), start(candidate)),
                        changed)
                .stream()
                .map(WorkDiffer.Weighed::method)
                .toList();
    }

    private static CountedStart start(String lines) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(lines.getBytes(StandardCharsets.UTF_8));
        }
        return new CountedStart(
                new Work(Map.of(), List.of(), List.of()),
                Map.of(),
                ProbeFacts.unknown(),
                List.of("GET /"),
                WorkTable.read(bytes.toByteArray()));
    }
}
