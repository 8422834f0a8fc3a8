package dev.flamegate.store;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.flamegate.fuzz.Input;
import dev.flamegate.fuzz.Seeds;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Run;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Work;
import dev.flamegate.model.WorkCount;
import dev.flamegate.model.WorkDifference;
import dev.flamegate.os.Sha256;
import dev.flamegate.profile.ProfiledComparison;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** Records and archives, wherever they come from. They are used, or a {@link StoreFailed} says why not. */
class StoredFuzz {
    /** Stands for the checksums of the files before it: a record with the right ones gets further. */
    private static final String SUMS = "SHA256SUMS";

    @FuzzTest
    @Seeds(files = "gate-cli/src/test/resources/dev/flamegate/store/*.json", made = "runs")
    void run(byte[] input) {
        try {
            RunCodec.decodeHead(input);
        } catch (StoreFailed e) {
            // no run
        }
        Run run;
        try {
            run = RunCodec.decode(input);
        } catch (StoreFailed e) {
            return;
        }
        if (!RunCodec.decode(RunCodec.encode(run)).equals(run)) {
            throw new IllegalStateException("read differently after it was written");
        }
    }

    static List<byte[]> runs() {
        return List.of(
                RunCodec.encode(StoredRuns.run("r1", StoredRuns.START, "17").run()), RunCodec.encode(counted("r2")));
    }

    @FuzzTest
    @Seeds(made = "differences")
    void difference(byte[] input) {
        WorkDifference difference;
        try {
            difference = DifferenceCodec.decode(input);
        } catch (StoreFailed e) {
            return;
        }
        if (!DifferenceCodec.decode(DifferenceCodec.encode(difference)).equals(difference)) {
            throw new IllegalStateException("read differently after it was written");
        }
    }

    static List<byte[]> differences() {
        return List.of(DifferenceCodec.encode(difference()));
    }

    private static WorkDifference difference() {
        WorkDifference.Both both = new WorkDifference.Both(1, 652.5);
        return new WorkDifference(
                List.of(new WorkDifference.Method(
                        "GET /offers",
                        "shop.PriceList.find",
                        12,
                        true,
                        List.of("shop.Offers.all", "shop.Web.offers"),
                        both,
                        both,
                        both,
                        both,
                        List.of(new WorkDifference.Loop(14, both)))),
                3,
                2,
                List.of("shop.PriceList.unused"),
                "a file");
    }

    private static Run counted(String id) {
        return StoredRuns.run(id, StoredRuns.START, "17")
                .run()
                .withTrials(List.of())
                .withWork(List.of(work()));
    }

    private static Work work() {
        Map<WorkCount, Work.PerRequest> counts = new EnumMap<>(WorkCount.class);
        counts.put(WorkCount.INSTRUCTIONS, new Work.PerRequest(1010690.5, 0.25));
        counts.put(WorkCount.STATEMENTS, new Work.PerRequest(21, 0));
        return new Work(
                Map.of("GET /offers", new Work.Requests(300, counts)), List.of("reaper-#"), List.of("a.B: too large"));
    }

    @FuzzTest
    @Seeds(made = "pairs")
    void pair(byte[] input) {
        Pair pair;
        try {
            pair = PairCodec.decode(input);
        } catch (StoreFailed e) {
            return;
        }
        if (!PairCodec.decode(PairCodec.encode(pair)).equals(pair)) {
            throw new IllegalStateException("read differently after it was written");
        }
    }

    static List<byte[]> pairs() {
        List<byte[]> pairs = new ArrayList<>(
                Input.texts(
                        "{\"number\":2,\"order\":[\"CANDIDATE\",\"BASELINE\"],"
                                + "\"invalid\":\"the disk was full\",\"unsound\":\"BASELINE\",\"warnings\":[{\"id\":\"clock\",\"message\":\"it was set\"}]}"));
        pairs.add(PairCodec.encode(
                new Pair(1, List.of(Arm.CANDIDATE, Arm.BASELINE), null, List.of(new Warning("a", "b")))));
        return pairs;
    }

    @FuzzTest
    @Seeds(made = "verdicts")
    void verdict(byte[] input) {
        try {
            VerdictFile.read(Input.file(VerdictFile.NAME, input).getParent());
        } catch (StoreFailed e) {
            // no verdict
        }
    }

    static List<byte[]> verdicts() {
        return Input.texts(
                "{\"judged\":\"2026-11-20T15:44:31Z\",\"verdict\":\"FAIL\",\"broken\":[{\"rule\":\"p99\",\"part\":\"GET /a\","
                        + "\"outcome\":\"WARN\",\"growth\":0.25,\"culprit\":\"a.B.c\"}],\"looks\":{\"name\":\"standard\","
                        + "\"pairs\":[4,6,8],\"planned\":8,\"open\":true}}",
                "{\"verdict\":\"PASS\"}");
    }

    @FuzzTest
    @Seeds(made = "archives")
    void archive(byte[] input) {
        History history = new History(Input.folder("history"), warning -> {});
        try {
            HistoryImport.read(history, Input.file("archive.zip", input), warning -> {});
        } catch (StoreFailed e) {
            // no archive
        }
        used(history);
    }

    static List<byte[]> archives() throws IOException {
        return List.of(
                zipped(List.of(Map.entry("pins/release", Input.texts("r1\n").get(0)))), exported());
    }

    private static byte[] exported() throws IOException {
        History history = new History(Input.folder("exported"), warning -> {});
        history.save(StoredRuns.run("r1", StoredRuns.START, "17"));
        history.pin("release", "r1");
        Pair pair = new Pair(1, List.of(Arm.CANDIDATE, Arm.BASELINE), null, List.of());
        Comparisons comparisons = new Comparisons(history, warning -> {});
        comparisons.saveWork(
                "k1",
                ProfiledComparison.counted("k1", counted("w-baseline"), counted("w-candidate"), difference())
                        .comparison());
        comparisons.save(
                "k1",
                "p1",
                pair,
                StoredRuns.run("p1-baseline", StoredRuns.START, "17"),
                StoredRuns.run("p1-candidate", StoredRuns.START, "17"));
        Path archive = Input.file("exported.zip", new byte[0]);
        Files.delete(archive);
        HistoryExport.write(history, archive);
        return Files.readAllBytes(archive);
    }

    /** Files by name and content; the fuzzer would hardly write a zip archive with valid checksums. */
    @FuzzTest
    @Seeds(made = "contents")
    void archived(byte[] input) throws IOException {
        List<Map.Entry<String, byte[]>> files = new ArrayList<>();
        StringBuilder sums = new StringBuilder();
        List<byte[]> parts = Input.parts(input, 2);
        for (int i = 0; i + 1 < parts.size(); i += 2) {
            String name = Input.text(parts.get(i));
            byte[] content = parts.get(i + 1);
            if (name.endsWith(SUMS) && content.length == 0) {
                content = sums.toString().getBytes(StandardCharsets.UTF_8);
                sums.setLength(0);
            } else {
                sums.append(Sha256.of(content))
                        .append("  ")
                        .append(name.substring(name.lastIndexOf('/') + 1))
                        .append('\n');
            }
            files.add(Map.entry(name, content));
        }
        byte[] zip;
        try {
            zip = zipped(files);
        } catch (ZipException | IllegalArgumentException e) {
            return; // the same name twice, or one that is too long
        }
        archive(zip);
    }

    static List<byte[]> contents() throws IOException {
        List<byte[]> parts = new ArrayList<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(exported()))) {
            List<byte[]> last = new ArrayList<>();
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                byte[] name = entry.getName().getBytes(StandardCharsets.UTF_8);
                if (entry.getName().endsWith(SUMS)) {
                    last.addAll(List.of(name, new byte[0]));
                } else {
                    parts.addAll(List.of(name, zip.readAllBytes()));
                }
            }
            parts.addAll(last);
        }
        byte[] run =
                RunCodec.encode(StoredRuns.run("r1", StoredRuns.START, "17").run());
        byte[] empty = {};
        return List.of(
                Input.of(parts.toArray(new byte[0][])),
                Input.of(
                        Input.texts("runs/r1/run.json").get(0),
                        run,
                        Input.texts("runs/r1/" + SUMS).get(0),
                        empty));
    }

    private static byte[] zipped(List<Map.Entry<String, byte[]>> files) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> file : files) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue());
                zip.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    /** What is in a history can be listed, and what is listed as a run can be read, or is refused. */
    private static void used(History history) {
        history.allPins();
        Comparisons comparisons = new Comparisons(history, warning -> {});
        comparisons.list().forEach(one -> comparisons.load(one.key()));
        for (StoredRun run : history.list()) {
            try {
                history.load(run.id());
            } catch (StoreFailed e) {
                // refused
            }
        }
    }
}
