package dev.flamegate.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.collect.probe.ProbeFacts;
import dev.flamegate.gate.WorkCounter;
import dev.flamegate.model.Work;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Stacks;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstructionTreeTest {
    /** Ten requests; what is rounded is rounded 400 times for a total, and 200 times for an offer. */
    private static final String TABLE = """
            B	0	10
            C	shop/Web
            M	get	()V	5	10	1000
            I	shop/Cart	total	()I	6	10
            I	shop/Offer	all	()I	7	10
            C	shop/Cart
            M	total	()I	12	10	4000
            I	shop/Price	round	(I)I	15	400
            C	shop/Offer
            M	all	()I	12	10	500
            I	shop/Price	round	(I)I	13	200
            C	shop/Price
            M	round	(I)I	40	600	3000
            """;

    @Test
    void what_a_method_executes_is_split_among_its_callers_by_their_calls() throws Exception {
        assertThat(stacks(TABLE))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "shop.Web.get", 100.0,
                        "shop.Web.get;shop.Cart.total", 400.0,
                        "shop.Web.get;shop.Cart.total;shop.Price.round", 200.0,
                        "shop.Web.get;shop.Offer.all", 50.0,
                        "shop.Web.get;shop.Offer.all;shop.Price.round", 100.0));
    }

    @Test
    void a_call_through_an_interface_leads_to_what_implements_it() throws Exception {
        assertThat(stacks(TABLE.replace("I\tshop/Price\tround", "I\tshop/Rounding\tround")))
                .isEqualTo(stacks(TABLE));
    }

    @Test
    void what_comes_back_to_a_method_is_told_with_it() throws Exception {
        assertThat(stacks("""
                B	0	10
                C	shop/Filter
                M	pass	()V	5	110	1100
                I	shop/Filter	next	()V	6	100
                M	next	()V	9	100	3000
                I	shop/Filter	pass	()V	10	100
                I	shop/Cart	total	()V	11	10
                C	shop/Cart
                M	total	()V	20	10	7000
                """))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "shop.Filter.pass", 110.0,
                        "shop.Filter.pass;shop.Filter.next", 300.0,
                        "shop.Filter.pass;shop.Filter.next;shop.Cart.total", 700.0));
    }

    @Test
    void a_loop_that_was_entered_before_any_request_is_a_root() throws Exception {
        assertThat(stacks("""
                B	0	10
                C	shop/Events
                M	run	()V	5	0	1000
                I	shop/Events	handle	()V	6	10
                M	handle	()V	9	10	3000
                """))
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("shop.Events.run", 100.0, "shop.Events.run;shop.Events.handle", 300.0));
    }

    @Test
    void what_nothing_leads_to_is_there_too() throws Exception {
        Map<String, Double> stacks = stacks("""
                B	0	10
                C	shop/Loop
                M	one	()V	5	10	1000
                I	shop/Loop	two	()V	6	10
                M	two	()V	9	10	3000
                I	shop/Loop	one	()V	10	10
                """);

        assertThat(stacks)
                .containsOnlyKeys(
                        InstructionTree.OTHER_WAYS + ";shop.Loop.one", InstructionTree.OTHER_WAYS + ";shop.Loop.two");
        assertThat(stacks.values()).containsExactlyInAnyOrder(100.0, 300.0);
    }

    @Test
    void the_page_shows_both_builds(@TempDir Path folder) throws Exception {
        CountedStart start = start(TABLE);

        InstructionFlame.write(folder, "shop", start, start);

        assertThat(Files.readString(folder.resolve(WorkCounter.PAGE))).contains("shop, instructions counted");
    }

    /** Instructions per request of each stack. */
    private static Map<String, Double> stacks(String table) throws IOException {
        CallTree tree = InstructionFlame.tree(start(table));
        Map<String, Double> stacks = new TreeMap<>();
        for (int node = 1; node < tree.size(); node++) {
            if (tree.self(node) > 0) {
                String stack = "";
                for (int at = node; at != Stacks.ROOT; at = tree.parent(at)) {
                    stack = tree.nameAt(tree.nameOf(at)) + (stack.isEmpty() ? "" : ";" + stack);
                }
                stacks.put(stack, tree.self(node) * InstructionTree.WEIGHT);
            }
        }
        return stacks;
    }

    private static CountedStart start(String lines) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(lines.getBytes(StandardCharsets.UTF_8));
        }
        return new CountedStart(
                new Work(Map.of("GET /", new Work.Requests(10, Map.of())), List.of(), List.of()),
                Map.of(),
                ProbeFacts.unknown(),
                List.of("GET /"),
                WorkTable.read(bytes.toByteArray()));
    }
}
