package dev.flamegate.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.collect.AskedAgent;
import dev.flamegate.collect.CollectionFailed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkDialogueTest {
    @Test
    void a_table_in_parts_is_read() throws IOException {
        byte[] table = zipped("B\t0\t10\nC\tshop/Prices\n", 1);

        assertThat(new WorkDialogue(sending(table)).table().buckets().get(0).requests)
                .isEqualTo(10);
    }

    @ParameterizedTest
    @CsvSource({
        "many, AA==, cannot be read",
        "-1, AA==, not up to 64 MiB",
        "2147483647, AA==, not up to 64 MiB",
        "100, <>, cannot be read",
        "100, '', shorter than its size",
        "60000000, AA==, shorter than its size"
    })
    void what_is_no_table_ends_the_counting(String size, String bytes, String words) {
        AskedAgent agent = (question, limit) -> Map.of("size", size, "bytes", bytes);

        assertThatThrownBy(() -> new WorkDialogue(agent).table())
                .isInstanceOf(CollectionFailed.class)
                .hasMessageContaining(words);
    }

    @Test
    void a_table_that_unpacks_to_far_more_than_it_has_is_refused() throws IOException {
        assertThatThrownBy(() -> new WorkDialogue(sending(zipped("x".repeat(1000), 1000))).table())
                .isInstanceOf(CollectionFailed.class)
                .hasMessageContaining("a line is too long");
        assertThatThrownBy(() -> new WorkDialogue(sending(zipped("C\tx/Y\n".repeat(1000), 6000))).table())
                .isInstanceOf(CollectionFailed.class)
                .hasMessageContaining("more than 5000000 lines");
    }

    private static AskedAgent sending(byte[] table) {
        return (question, limit) -> {
            if (question.equals("work table")) {
                return Map.of("size", String.valueOf(table.length));
            }
            int from = Integer.parseInt(question.replaceAll("\\D+", ""));
            byte[] part = Arrays.copyOfRange(table, from, Math.min(table.length, from + (256 << 10)));
            return Map.of("bytes", Base64.getEncoder().encodeToString(part));
        };
    }

    private static byte[] zipped(String text, int times) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            for (int i = 0; i < times; i++) {
                zip.write(text.getBytes());
            }
        }
        return bytes.toByteArray();
    }
}
