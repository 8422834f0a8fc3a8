package dev.flamegate.profile.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.Cases;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.Frame;
import java.io.IOException;
import java.io.Reader;
import java.util.List;
import org.junit.jupiter.api.Test;

class CollapsedTest {
    @Test
    void a_difference_has_both_weights_on_a_line_and_vanished_stacks_too() throws IOException {
        CallTree before = Collapsed.read("a;b 10\na;gone 5\n");
        CallTree after = Collapsed.read("a;b 20\na;new 1\na 3\n");
        StringBuilder text = new StringBuilder();
        Collapsed.write(JoinedStacks.of(before, after), text);
        assertThat(text).hasToString("a 0 3\na;b 10 20\na;gone 5 0\na;new 0 1\n");
    }

    @Test
    void samples_without_a_frame_are_there() {
        CallTree tree = new CallTree.Builder()
                .add(List.of(), Facet.NONE, 5)
                .add(List.of(new Frame("a", 0)), Facet.NONE, 7)
                .build();
        assertThat(Collapsed.write(tree)).isEqualTo(" 5\na 7\n");
        assertThat(Collapsed.read(Collapsed.write(tree)).weight()).isEqualTo(12);
    }

    @Test
    void what_stands_in_brackets_for_a_frame_is_no_thread() {
        CallTree tree = Collapsed.read("[unknown];a.A.b 1\n[not sampled] 2\n[http-1 tid=3];a.A.b 4\n");
        assertThat(Collapsed.write(tree)).isEqualTo("[http-#];a.A.b 4\n[not sampled] 2\n[unknown];a.A.b 1\n");
        assertThat(tree.filter(facet -> facet.equals(Facet.NONE)).weight()).isEqualTo(3);
    }

    @Test
    void the_original_of_a_name_is_kept() {
        CallTree tree = Collapsed.read("a/Foo$$Lambda$14/0x0000000800066840.run_[j] 1\n");
        assertThat(tree.name(1)).isEqualTo("a.Foo$$Lambda.run");
        assertThat(tree.original(1)).isEqualTo("a.Foo$$Lambda$14.0x0000000800066840.run");
    }

    @Test
    void names_cannot_break_the_format() {
        CallTree tree = new CallTree.Builder()
                .add(List.of(new Frame("a;b\nc 1", 0)), new Facet("p;q\r", "", ""), 5)
                .build();
        assertThat(Collapsed.write(tree)).isEqualTo("[p:q ];a:b c 1 5\n");
    }

    @Test
    void lines_may_come_in_any_pieces() {
        Cases.check(1, 300, random -> {
            String text = Collapsed.write(Trees.random(random)) + Cases.one(random, List.of("", "\n", "x;y 1"));
            Reader pieces = new Reader() {
                private int at;

                @Override
                public int read(char[] into, int offset, int length) {
                    int count = Math.min(1 + random.nextInt(7), Math.min(length, text.length() - at));
                    text.getChars(at, at + count, into, offset);
                    at += count;
                    return count == 0 ? -1 : count;
                }

                @Override
                public void close() {
                    // nothing is open
                }
            };
            assertThat(Collapsed.write(Collapsed.read(pieces))).isEqualTo(Collapsed.write(Collapsed.read(text)));
        });
    }

    @Test
    void a_long_line_is_read_and_weights_that_overflow_are_refused() {
        String deep = "a.A.b;".repeat(50_000) + "end";
        assertThat(Collapsed.read(deep + " 1\n").size()).isEqualTo(50_002);
        assertThatThrownBy(() -> Collapsed.read("a " + Long.MAX_VALUE + "\nb 1\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("line 2");
    }
}
