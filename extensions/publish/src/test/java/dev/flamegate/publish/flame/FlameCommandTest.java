package dev.flamegate.publish.flame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.cli.Commands;
import dev.flamegate.cli.Commands.Ended;
import dev.flamegate.collect.receiver.Pushes;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class FlameCommandTest {
    @TempDir
    private Path folder;

    private Path recording;
    private Path before;
    private Path after;

    @BeforeEach
    void write() throws IOException {
        recording = Pushes.part(Pushes.body(Pushes.STEADY), "jfr", folder);
        before = Files.writeString(folder.resolve("before.txt"), "a/A.run;a/A.go 100\na/A.run;b/B.old 100\n");
        after = Files.writeString(folder.resolve("after.txt"), "a/A.run;a/A.go 300\na/A.run;c/C.fresh 100\n");
    }

    @Test
    void a_recording_of_the_agent_becomes_collapsed_stacks() {
        Ended cpu = flame(recording, "--event", "cpu", "--format", "collapsed");
        assertThat(cpu.code()).as(cpu.err()).isZero();
        assertThat(cpu.out()).contains("[worker-#];", "BusyTarget.multiply");
        assertThat(cpu.err()).isEmpty();
        Ended wall = flame(recording, "--event", "wall", "--format", "collapsed");
        assertThat(wall.out()).contains("[idle-pool-#];");
    }

    @ParameterizedTest
    @ValueSource(strings = {"collapsed.txt", "profile.pb.gz", "profile.pprof"})
    void what_is_written_in_one_format_is_the_same_profile_when_read_again(String name) {
        Path file = folder.resolve(name);
        assertThat(flame(recording, "--event", "cpu", "-o", file).code()).isZero();
        Ended again = flame(file, "--event", "cpu", "--format", "collapsed");
        assertThat(again.out())
                .isEqualTo(flame(recording, "--event", "cpu", "--format", "collapsed")
                        .out());
    }

    @Test
    void gzip_is_seen_by_its_content() throws IOException {
        String expected = flame(recording, "--format", "collapsed").out();
        assertThat(flame(gzip(recording), "--format", "collapsed").out()).isEqualTo(expected);
        String text = flame(before, "--format", "collapsed").out();
        assertThat(text).isEqualTo("a.A.run;a.A.go 100\na.A.run;b.B.old 100\n");
        assertThat(flame(gzip(before), "--format", "collapsed").out()).isEqualTo(text);
    }

    @Test
    void the_difference_of_two_has_the_first_at_the_scale_of_the_second() {
        Ended difference = flame(before, after, "--format", "collapsed");
        assertThat(difference.out())
                .isEqualTo("a.A.run;a.A.go 200 300\na.A.run;b.B.old 200 0\na.A.run;c.C.fresh 0 100\n");
        assertThat(flame(before, after, "--format", "collapsed", "--normalize", "none")
                        .out())
                .startsWith("a.A.run;a.A.go 100 300\n");
        assertThat(flame(before, after, "--format", "collapsed", "--normalize", "requests=10:40")
                        .out())
                .startsWith("a.A.run;a.A.go 400 300\n");
    }

    @Test
    void json_has_the_methods_by_growth() {
        Ended ended = flame(before, after, "--format", "json", "--normalize", "requests=10:40");
        JsonNode json = JsonMapper.shared().readTree(ended.out());
        assertThat(json.path("unit").asString()).isEqualTo("samples");
        assertThat(json.path("per").asString()).isEqualTo("request");
        assertThat(json.path("baseline").path("total").asDouble()).isEqualTo(20);
        assertThat(json.path("methods").findValuesAsString("frame"))
                .containsExactly("c.C.fresh", "a.A.run", "a.A.go", "b.B.old");
        JsonNode go = json.path("methods").path(2).path("self");
        assertThat(go.path("baseline").asDouble()).isEqualTo(10);
        assertThat(go.path("candidate").asDouble()).isEqualTo(7.5);
        assertThat(go.path("growth").asDouble()).isEqualTo(-2.5);
        JsonNode shares = JsonMapper.shared()
                .readTree(flame(before, after, "--format", "json").out());
        assertThat(shares.path("unit").asString()).isEqualTo("ratio");
        assertThat(shares.path("candidate").path("total").asDouble()).isEqualTo(1);
        JsonNode cpu = JsonMapper.shared()
                .readTree(flame(recording, recording, "--event", "cpu", "--format", "json", "--normalize", "time")
                        .out());
        assertThat(cpu.path("unit").asString()).isEqualTo("s");
        assertThat(cpu.path("per").asString()).isEqualTo("second");
        assertThat(cpu.path("candidate").path("total").asDouble()).isBetween(0.1, 64.0);
        assertThat(cpu.path("methods").path(0).path("self").path("growth").asDouble())
                .isZero();
    }

    @Test
    void the_page_and_the_picture_are_written_to_files() throws IOException {
        Path page = folder.resolve("out.html");
        Ended html = flame(recording, recording, "-o", page);
        assertThat(html.code()).as(html.err()).isZero();
        assertThat(html.err()).contains("written to " + page);
        assertThat(Files.readString(page))
                .startsWithIgnoringCase("<!doctype html>")
                .contains("wall");
        Path picture = folder.resolve("out.svg");
        assertThat(flame(before, after, "-o", picture).code()).isZero();
        assertThat(Files.readString(picture)).startsWith("<svg").contains("c.C.fresh");
    }

    @Test
    void without_an_event_the_first_that_is_there_is_taken() {
        Path wall = folder.resolve("wall.pb.gz");
        assertThat(flame(recording, "--event", "wall", "-o", wall).code()).isZero();
        assertThat(flame(wall, "--format", "collapsed").out())
                .isEqualTo(flame(recording, "--event", "wall", "--format", "collapsed")
                        .out());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--event disk | --event disk: there are cpu, wall, alloc, lock",
                "--event alloc | there are no samples of alloc",
                "--normalize half | --normalize half: costs can be divided by total, time, requests=N:M or none",
                "--normalize requests=0:1 | above 0 on both sides",
                "--format ps | ps",
            })
    void a_wrong_option_says_what_is_right(String options, String message) {
        String[] words = options.split(" ");
        Ended ended = flame(recording, recording, words[0], words[1]);
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains(message);
    }

    @Test
    void what_costs_are_divided_by_has_to_be_known() {
        assertThat(flame(before, after, "--normalize", "time", "--format", "json")
                        .err())
                .contains("before.txt does not say how long it was recorded");
        assertThat(flame(before, after, "--normalize", "requests", "--format", "json")
                        .err())
                .contains("before.txt does not say how many requests were served: give requests=N:M");
        assertThat(flame(before, recording, "--normalize", "none", "--format", "json")
                        .err())
                .contains("one of the profiles counts samples, the other measures");
    }

    @Test
    void a_file_that_cannot_be_read_is_named_with_the_reason() throws IOException {
        Ended missing = flame(folder.resolve("none.jfr"), "--format", "json");
        assertThat(missing.code()).isEqualTo(2);
        assertThat(missing.err()).contains("none.jfr").contains("no such file");
        byte[] whole = Files.readAllBytes(recording);
        refused(Arrays.copyOf(whole, whole.length / 2), "cut off");
        byte[] zipped = Files.readAllBytes(gzip(recording));
        refused(Arrays.copyOf(zipped, zipped.length / 2), "cannot be read");
        refused("no stacks at all\n".getBytes(StandardCharsets.UTF_8), "line 1");
        refused("{\"a\": 1}".getBytes(StandardCharsets.UTF_8), "cannot be read");
        refused(new byte[] {0, 1, 2, 3}, "cannot be read");
    }

    @Test
    void an_empty_file_has_no_samples() throws IOException {
        Path empty = Files.createFile(folder.resolve("empty"));
        assertThat(flame(empty, "--format", "json").err()).contains("there are no samples");
    }

    private void refused(byte[] content, String message) throws IOException {
        Path file = Files.write(folder.resolve("damaged"), content);
        Ended ended = flame(file, "--format", "collapsed");
        assertThat(ended.code()).as(ended.err()).isEqualTo(3);
        assertThat(ended.err()).contains("damaged cannot be read").contains(message);
    }

    private Path gzip(Path file) throws IOException {
        Path zipped = folder.resolve(file.getFileName() + ".gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(zipped))) {
            Files.copy(file, out);
        }
        return zipped;
    }

    private static Ended flame(Object... arguments) {
        Object[] all = new Object[arguments.length + 1];
        all[0] = "flame";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return Commands.run(all);
    }
}
