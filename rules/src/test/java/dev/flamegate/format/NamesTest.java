package dev.flamegate.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NamesTest {
    @Test
    void what_cannot_be_seen_is_written_out() {
        assertThat(Names.visible("a\u001b[31m\u202eb\n\u0000\ud800"))
                .isEqualTo("a\\u001B[31m\\u202Eb\\u000A\\u0000\\uD800");
        assertThat(Names.visible("GET /größe/日本/😀")).isEqualTo("GET /größe/日本/😀");
    }

    /** Each selector stands for a byte of a text that people do not see and models read. */
    @Test
    void selectors_and_blank_letters_are_written_out() {
        assertThat(Names.visible("GET /cart\uFE00\uFE0F\uDB40\uDD00\uDB40\uDDEF"))
                .isEqualTo("GET /cart\\uFE00\\uFE0F\\uE0100\\uE01EF");
        assertThat(Names.visible("a\u115F\u1160\u3164\uFFA0\u2800\u034F\u180B"))
                .isEqualTo("a\\u115F\\u1160\\u3164\\uFFA0\\u2800\\u034F\\u180B");
        assertThat(Names.visible("☃\uFE0F shop")).isEqualTo("☃\uFE0F shop");
        assertThat(Names.visible("☃\uFE0F\uFE0F")).isEqualTo("☃\uFE0F\\uFE0F");
    }

    @Test
    void a_short_frame_is_class_and_method_or_a_librarys_function() {
        assertThat(Names.shortFrame("shop.cart.Cart.price")).isEqualTo("Cart.price");
        assertThat(Names.shortFrame("Main.run")).isEqualTo("Main.run");
        assertThat(Names.shortFrame("libc.so.6.__restore_rt")).isEqualTo("__restore_rt");
        assertThat(Names.shortFrame("libasyncProfiler-linux-x64.so.WallClock::signalHandler"))
                .isEqualTo("WallClock::signalHandler");
    }

    @Test
    void trials_are_listed_as_in_a_sentence() {
        assertThat(Names.trials(List.of())).isEmpty();
        assertThat(Names.trials(List.of(2))).isEqualTo("trial 2");
        assertThat(Names.trials(List.of(1, 3))).isEqualTo("trials 1 and 3");
        assertThat(Names.trials(List.of(1, 2, 3))).isEqualTo("trials 1, 2 and 3");
    }

    @Test
    void a_cut_never_splits_a_character() {
        assertThat(Names.cut("ab😀cd", 4)).isEqualTo("ab…");
        assertThat(Names.cutStart("ab😀cd", 4)).isEqualTo("…cd");
        assertThat(Names.cut("abcd", 4)).isEqualTo("abcd");
    }

    @Test
    void any_text_becomes_visible_whole_characters_no_longer_than_asked() {
        Random random = new Random(11);
        for (int i = 0; i < 5_000; i++) {
            String text = random.ints(random.nextInt(20), 0, 0x10000)
                    .collect(StringBuilder::new, (all, unit) -> all.append((char) unit), StringBuilder::append)
                    .toString();

            String visible = Names.visible(text);

            assertThat(visible.codePoints())
                    .noneMatch(point -> Character.isISOControl(point)
                            || Character.getType(point) == Character.FORMAT
                            || Character.getType(point) == Character.SURROGATE);
            assertThat(Names.cut(visible, 9).length()).isLessThanOrEqualTo(9);
            assertThat(Names.cutStart(visible, 9).codePoints())
                    .noneMatch(point -> Character.getType(point) == Character.SURROGATE);
        }
    }

    @Test
    void a_frame_is_shortened_to_class_and_method() {
        assertThat(Names.shortFrame("dev.acme.Matrix.multiply")).isEqualTo("Matrix.multiply");
        assertThat(Names.shortFrame("libc.so")).isEqualTo("libc.so");
        assertThat(Names.shortFrame("main")).isEqualTo("main");
    }

    @Test
    void the_file_of_a_rule_is_what_is_before_its_line() {
        assertThat(Names.file("rules/sets/service.yaml:12")).isEqualTo("rules/sets/service.yaml");
        assertThat(Names.file("rules.yaml")).isEqualTo("rules.yaml");
    }
}
