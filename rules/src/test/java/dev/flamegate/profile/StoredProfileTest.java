package dev.flamegate.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.profile.format.Collapsed;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoredProfileTest {
    /** Written by version 1 of the codec: it stays readable for ever. Sealed: do not write it anew. */
    private static final String VERSION_1 =
            "46474354011f8b08000000000000ff6366604bd473d44bcf67612e2acd63604bd27302729858a2d3936319d88142799979e91ce5f945d9a945baca6ceeae210afa8930716606461e0606064626666606065626462e464611000f112e6e51000000";

    /** Written by version 2, which has the originals of names. Sealed as well. */
    private static final String VERSION_2 =
            "46474354021f8b08000000000000ff6366104cd4735451f149cc4d4a49d44b2c28c8a96466d12b2acd63604bd273d24bcf6762894e4f8e6560070ae565e6a57394e71765a716e92ab3b9bb8628e827c2c499191879181818189998991918589918b9181945181978240c2a0c80c03ccd30d928d92011c48658020041df169579000000";

    private static final Facet WORKER = new Facet("worker-#", "GET /a", "running");

    @Test
    void a_profile_of_version_1_is_read() {
        CallTree tree = ProfileCodec.decode(HexFormat.of().parseHex(VERSION_1));
        assertThat(Collapsed.write(tree))
                .isEqualTo("[gc] 5\n[worker-#];a.A.run;a.A.go 10\n[worker-#];a.A.run;b.B.go 20\n");
        assertThat(tree.line(1)).isEqualTo(12);
        assertThat(tree.sampleFacet(tree.sampleCount() - 1)).isEqualTo(WORKER);
    }

    @Test
    void a_profile_of_version_2_is_read_with_its_originals() {
        CallTree tree = ProfileCodec.decode(HexFormat.of().parseHex(VERSION_2));
        assertThat(Collapsed.write(tree))
                .isEqualTo("[gc] 5\n[worker-#];a.A.run;a.A$$Lambda.apply 10\n[worker-#];a.A.run;b.B.go 20\n");
        assertThat(tree.name(2)).isEqualTo("a.A$$Lambda.apply");
        assertThat(tree.original(2)).isEqualTo("a.A$$Lambda.0x00007f1c2c0a0000.apply");
        assertThat(tree.original(1)).isEqualTo(tree.name(1));
    }

    @Test
    void something_else_and_a_later_version_are_said_to_be_so() {
        assertThatThrownBy(() -> ProfileCodec.decode("{\"a\": 1}".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not a stored profile");
        byte[] later = ProfileCodec.encode(tree());
        later[4] = 3;
        assertThatThrownBy(() -> ProfileCodec.decode(later))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("version 3");
    }

    @Test
    void collapsed_stacks_of_async_profiler_are_read() {
        CallTree tree = Collapsed.read(
                "[main tid=1];a/A.main_[0];a/A.go_[j] 3\n[C2 CompilerThre tid=9];libjvm.so.x 2\n\na.B.c 1");
        assertThat(Collapsed.write(tree)).isEqualTo("[jit];libjvm.so.x 2\n[main];a.A.main;a.A.go 3\na.B.c 1\n");
    }

    @Test
    void the_agents_uploader_is_the_profilers_and_labelled_work_is_the_applications() {
        CallTree tree = Collapsed.read("[Thread-0 tid=7];java/lang/Thread.run;io/pyroscope/vendor/okio/Okio.read 4\n"
                + "[worker-1 tid=8];io/pyroscope/labels/v2/Pyroscope$LabelsWrapper.run;a/A.go 3\n");
        assertThat(Collapsed.write(tree))
                .isEqualTo("[profiler];java.lang.Thread.run;io.pyroscope.vendor.okio.Okio.read 4\n"
                        + "[worker-#];io.pyroscope.labels.v2.Pyroscope$LabelsWrapper.run;a.A.go 3\n");
    }

    @Test
    void a_line_that_is_no_stack_is_named_by_its_number() {
        assertThatThrownBy(() -> Collapsed.read("a;b 1\nnothing\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("line 2");
        assertThatThrownBy(() -> Collapsed.read("a;b -1")).hasMessageContaining("line 1");
    }

    @Test
    void the_machine_s_own_part_is_kept_apart() {
        Hotspots hotspots = Hotspots.of(tree());
        assertThat(hotspots.candidate()).isEqualTo(35);
        assertThat(hotspots.find("[gc]"))
                .hasValueSatisfying(cost -> assertThat(cost.self().candidate()).isEqualTo(5));
        assertThat(hotspots.find("a.A.run"))
                .hasValueSatisfying(cost -> assertThat(cost.total().share()).isEqualTo(30.0 / 35));
    }

    private static CallTree tree() {
        return new CallTree.Builder()
                .add(List.of(new Frame("a.A.run", 12), new Frame("a.A.go", 0)), WORKER, 10)
                .add(List.of(new Frame("a.A.run", 12), new Frame("b.B.go", 3)), WORKER, 20)
                .add(List.of(), new Facet("[gc]", "", "running"), 5)
                .build();
    }
}
