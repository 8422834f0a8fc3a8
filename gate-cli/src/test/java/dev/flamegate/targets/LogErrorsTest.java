package dev.flamegate.targets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.model.Faults;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogErrorsTest {
    @TempDir
    private Path folder;

    @Test
    void an_error_is_what_was_logged_the_exception_where_it_was_thrown_and_its_causes() throws IOException {
        assertThat(errors("""
                2026-11-22T13:00:00Z  INFO 71 --- [main] shop.Main : started
                2026-11-22T13:00:01Z ERROR 71 --- [nio-8080-exec-1] o.a.c.c.C.[dispatcherServlet] : Servlet.service() threw

                java.lang.IllegalStateException: no price
                \tat shop.Price.of(Price.java:12)
                \tat shop.Cart.sum(Cart.java:40)
                Caused by: java.lang.NoSuchMethodError: 'int shop.Rate.get()'
                \tat shop.Price.rate(Price.java:20)
                \t... 31 more
                2026-11-22T13:00:01Z  INFO 71 --- [main] shop.Main : going on
                """))
                .containsExactly(new Faults.Logged(
                        1,
                        List.of(
                                "2026-11-22T13:00:01Z ERROR 71 --- [nio-8080-exec-1] o.a.c.c.C.[dispatcherServlet] :"
                                        + " Servlet.service() threw",
                                "java.lang.IllegalStateException: no price",
                                "at shop.Price.of(Price.java:12)",
                                "Caused by: java.lang.NoSuchMethodError: 'int shop.Rate.get()'",
                                "at shop.Price.rate(Price.java:20)")));
    }

    @Test
    void errors_that_differ_in_numbers_are_one_kind_and_the_first_of_them_is_shown() throws IOException {
        StringBuilder log = new StringBuilder("ERROR broken once\n");
        for (int i = 0; i < 20; i++) {
            log.append("13:00:0")
                    .append(i % 10)
                    .append(" ERROR [http-")
                    .append(i)
                    .append("] no order ")
                    .append(i)
                    .append('\n');
        }
        assertThat(errors(log.toString()))
                .containsExactly(
                        new Faults.Logged(1, List.of("ERROR broken once")),
                        new Faults.Logged(20, List.of("13:00:00 ERROR [http-0] no order 0")));
    }

    @Test
    void five_kinds_are_kept_the_most_frequent_of_all_in_their_order() throws IOException {
        StringBuilder log = new StringBuilder();
        for (char kind = 'g'; kind < 'p'; kind++) {
            log.append(("ERROR kind " + kind + "\n").repeat(kind - 'f'));
        }
        assertThat(errors(log.toString()).stream().map(Faults.Logged::count)).containsExactly(5L, 6L, 7L, 8L, 9L);
    }

    @Test
    void a_trace_without_a_line_of_its_own_before_it_is_an_error_and_its_message_may_be_anything() throws IOException {
        assertThat(errors("Exception in thread \"main\" java.lang.OutOfMemoryError: Java heap space\nINFO x\n"
                        + "java.io.IOException\n\tat a.B.c(B.java:1)\nnot an Error: y\n"))
                .extracting(error -> error.lines().get(0))
                .containsExactly(
                        "Exception in thread \"main\" java.lang.OutOfMemoryError: Java heap space",
                        "java.io.IOException");
    }

    @Test
    void lines_of_any_length_and_bytes_of_any_kind_are_read_in_bounded_memory() throws IOException {
        Path log = folder.resolve("long.log");
        byte[] line = new byte[5_000_000];
        java.util.Arrays.fill(line, (byte) 'x');
        System.arraycopy("ERROR \u001b[31m ".getBytes(StandardCharsets.UTF_8), 0, line, 0, 12);
        line[20] = (byte) 0xFF;
        Files.write(log, line);
        assertThat(LogErrors.in(log)).singleElement().satisfies(error -> {
            assertThat(error.lines().get(0)).hasSize(300).startsWith("ERROR ");
        });
    }

    @Test
    void there_are_none_in_a_log_that_does_not_exist() {
        assertThat(LogErrors.in(folder.resolve("none.log"))).isEmpty();
    }

    private List<Faults.Logged> errors(String text) throws IOException {
        Path log = folder.resolve("target.log");
        Files.writeString(log, text);
        return LogErrors.in(log);
    }
}
