package dev.flamegate.profile.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.model.ProfileEvent;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class PprofDifferenceTest {
    @Test
    void the_baseline_is_below_zero_and_labelled_as_go_tool_pprof_does() throws IOException {
        byte[] zipped = PprofWriter.writeDifference(
                SampleType.of(ProfileEvent.CPU), Collapsed.read("a;b 10\na;gone 5\n"), Collapsed.read("a;b 30\n"));
        byte[] plain;
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(zipped))) {
            plain = in.readAllBytes();
        }
        List<Long> values = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        int labels = 0;
        Protobuf in = Protobuf.of(plain);
        while (in.next()) {
            if (in.field() == PprofFields.SAMPLE) {
                Protobuf sample = in.message();
                while (sample.next()) {
                    if (sample.field() == PprofFields.SAMPLE_VALUE) {
                        values.add(sample.message().packedNumber());
                    } else if (sample.field() == PprofFields.SAMPLE_LABEL) {
                        labels++;
                    }
                }
            } else if (in.field() == PprofFields.STRING_TABLE) {
                texts.add(in.text());
            }
        }
        assertThat(values).containsExactly(-10L, -5L, 30L);
        assertThat(labels).isEqualTo(2);
        assertThat(texts).contains("pprof::base", "true", "a", "b", "gone");
    }
}
