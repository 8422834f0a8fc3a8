package dev.flamegate.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.Cases;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StackTrieTest {
    @Test
    void numbers_of_longs_are_those_of_a_map() {
        Cases.check(1, 200, random -> {
            LongIndex index = new LongIndex();
            Map<Long, Integer> expected = new HashMap<>();
            for (int i = random.nextInt(2_000); i > 0; i--) {
                long key = random.nextBoolean() ? random.nextInt(100) : random.nextLong() >> random.nextInt(64);
                Integer known = expected.putIfAbsent(key, expected.size());
                assertThat(index.find(key)).isEqualTo(known == null ? LongIndex.NONE : known);
                assertThat(index.add(key)).isEqualTo(expected.get(key));
            }
            expected.forEach((key, number) -> assertThat(index.key(number)).isEqualTo(key));
            assertThat(index.size()).isEqualTo(expected.size());
        });
    }

    @Test
    void of_several_originals_one_is_kept_whatever_their_order() {
        StackTrie one = new StackTrie();
        StackTrie other = new StackTrie();
        one.name("a.L.run", "a.L/0x2.run");
        one.name("a.L.run", "a.L/0x1.run");
        other.name("a.L.run", "a.L/0x1.run");
        other.name("a.L.run", "a.L.run");
        other.name("a.L.run", "a.L/0x2.run");
        assertThat(one.originalAt(0)).isEqualTo("a.L/0x1.run").isEqualTo(other.originalAt(0));
        assertThat(one.nameCount()).isEqualTo(1);
    }

    @Test
    void originals_live_through_merging_filtering_and_storing() {
        CallTree.Builder builder = new CallTree.Builder();
        int name = builder.trie().name("a.L.run", "a.L/0x1.run");
        builder.addAt(builder.trie().child(CallTree.ROOT, name, 3), Facet.NONE, 7);
        CallTree tree = builder.build();
        for (CallTree same : List.of(
                tree,
                CallTree.merge(List.of(tree, tree)),
                tree.filter(facet -> true),
                tree.scaled(facet -> 2),
                ProfileCodec.decode(ProfileCodec.encode(tree)))) {
            assertThat(same.name(1)).isEqualTo("a.L.run");
            assertThat(same.original(1)).isEqualTo("a.L/0x1.run");
            assertThat(same.original(CallTree.ROOT)).isEmpty();
        }
    }

    @Test
    void weights_that_overflow_together_are_refused() {
        CallTree.Builder builder = new CallTree.Builder().addAt(0, Facet.NONE, Long.MAX_VALUE);
        assertThatThrownBy(() -> builder.addAt(0, new Facet("p", "", ""), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("2^63");
    }

    @Test
    void stacks_copied_into_another_trie_keep_names_lines_and_originals() {
        StackTrie trie = new StackTrie();
        int a = trie.child(CallTree.ROOT, trie.name("a"), 1);
        int b = trie.child(a, trie.name("b", "b/0x1"), 2);
        trie.child(a, trie.name("unused"), 9);
        StackTrie target = new StackTrie();
        target.child(CallTree.ROOT, target.name("z"), 5);
        StackTrie.Copy copy = target.copyOf(trie);
        int copied = copy.node(b);
        assertThat(copy.node(b)).isEqualTo(copied);
        assertThat(target.size()).isEqualTo(4);
        assertThat(target.originalAt(target.nameOf(copied))).isEqualTo("b/0x1");
        assertThat(target.nameAt(target.nameOf(target.parent(copied)))).isEqualTo("a");
        assertThat(target.line(copied)).isEqualTo(2);
    }
}
