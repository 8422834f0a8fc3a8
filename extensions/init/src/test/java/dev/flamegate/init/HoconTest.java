package dev.flamegate.init;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class HoconTest {
    @Test
    void plain_values_by_their_dotted_keys() {
        assertThat(Hocon.read("""
                # port = 1
                // port = 2
                a.b { c = 3, d: "x = {" }
                "e" : { f { g = two words // why
                } }
                h = 4
                """)).isEqualTo(Map.of("a.b.c", "3", "a.b.d", "x = {", "e.f.g", "two words", "h", "4"));
    }

    @Test
    void what_refers_to_something_else_changes_nothing() {
        assertThat(Hocon.read("""
                port = 8080
                port = ${?PORT}
                list = [ {a = 1}, {b = 2} ]
                text = \"""
                  { x = 1 \"""
                after = 5
                """)).isEqualTo(Map.of("port", "8080", "after", "5"));
    }

    @Test
    void braces_that_do_not_match_end_nothing() {
        assertThat(Hocon.read("} } a = 1 { b = 2")).isEqualTo(Map.of("a", "1", "b", "2"));
    }
}
