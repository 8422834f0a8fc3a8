package dev.flamegate.load;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.flamegate.fuzz.Input;
import dev.flamegate.fuzz.Seeds;
import dev.flamegate.model.Window;
import dev.flamegate.plan.LoadSpec.Results;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.HdrHistogram.Histogram;

/** What load generators leave. It is read, or a {@link LoadFailed} says why not. */
class LoadFuzz {
    /** Around the recordings of the real tools. */
    private static final Window WINDOW =
            new Window(Instant.ofEpochMilli(1_795_357_000_000L), Instant.ofEpochMilli(1_795_359_000_000L));

    @FuzzTest
    @Seeds(files = "gate-cli/src/test/resources/dev/flamegate/load/log/*.bin")
    void gatling(byte[] input) {
        try {
            LoadResult.read(Input.file("simulation.log", input), WINDOW, new Injection("Shop", 12.5), true);
        } catch (LoadFailed e) {
            // no log
        }
    }

    @FuzzTest
    @Seeds(files = "gate-cli/src/test/resources/dev/flamegate/load/results/*.jtl", made = "tables")
    void jtl(byte[] input) {
        read(Results.JTL, input);
    }

    static List<byte[]> tables() {
        return Input.texts(
                "timeStamp,elapsed,label,responseCode,success\n1795357900000,12,\"a,b\",200,true\n",
                "timeStamp\telapsed\tlabel\tsuccess\n");
    }

    @FuzzTest
    @Seeds(files = "gate-cli/src/test/resources/dev/flamegate/load/results/k6-*.json")
    void k6(byte[] input) {
        read(Results.K6, input);
    }

    @FuzzTest
    @Seeds(files = "gate-cli/src/test/resources/dev/flamegate/load/results/locust-*.csv")
    void locust(byte[] input) {
        read(Results.LOCUST, input);
    }

    @FuzzTest
    @Seeds(made = "histograms")
    void hdr(byte[] input) {
        read(Results.HDR, input);
    }

    static List<byte[]> histograms() {
        Histogram histogram = new Histogram(3_600_000_000L, 3);
        histogram.recordValue(3_000);
        histogram.recordValue(90_000);
        ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(bytes);
        String encoded = Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
        return Input.texts(
                "#[Histogram log format version 1.3]\n#[StartTime: 1795357900.000 (seconds since epoch)]\n"
                        + "\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"\n"
                        + "0.000,1.000,90.000," + encoded + "\nTag=GET /a,1.000,1.000,90.000," + encoded + "\n",
                "#[BaseTime: 1795357900.000]\n1795357901.0,1.0,1.0," + encoded + "\n");
    }

    @FuzzTest
    @Seeds(made = "plain")
    void csv(byte[] input) {
        read(Results.CSV, input);
    }

    static List<byte[]> plain() {
        return Input.texts(
                "start,millis,name,ok\n1795357900000,12.5,a,true\n1795357900.5,3,b,false\n",
                "\ufeffname;ok;message;start;end\r\n\"GET \"\"/a;b\"\"\";true;;1795357900000.25;1795357900001\r\n"
                        + "b;false;\"two\nlines\";2026-11-22T15:31:40.5+01:00;2026-11-22T15:31:41Z\r\n");
    }

    /** While it grows, and when it is whole. */
    private static void read(Results format, byte[] input) {
        Path folder = Input.folder("results");
        ToolResults results =
                new ToolResults(format, folder.resolve("results"), new ChildOutput(folder.resolve("output")));
        try (results) {
            int half = input.length / 2;
            Files.write(results.file(), Arrays.copyOf(input, half));
            results.progress();
            Files.write(results.file(), input);
            results.progress();
            results.check();
            results.of(WINDOW);
        } catch (LoadFailed e) {
            // no results
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @FuzzTest
    @Seeds(made = "control")
    void controlFiles(byte[] input) throws IOException {
        List<byte[]> parts = Input.parts(input, 3);
        Path folder = Input.folder("control");
        Files.write(folder.resolve("injection"), parts.get(0));
        Files.write(folder.resolve("progress"), parts.get(1));
        Files.write(folder.resolve("steady"), parts.get(2));
        ControlFiles files = new ControlFiles(folder);
        files.injection().map(Injection::schedule).ifPresent(schedule -> {
            for (int i = 0; i < 3; i++) {
                schedule.next();
            }
        });
        files.progress();
        files.steadyAfter();
    }

    static List<byte[]> control() {
        return List.of(
                Input.of("12.5\tShop", "10 8 1\n", "5.0"),
                Input.of("1.5E-3\ta b\n", "1 2 3 4", "999999.5\n"),
                "10\tx".getBytes(StandardCharsets.UTF_8));
    }
}
