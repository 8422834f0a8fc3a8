package dev.flamegate.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.flamegate.collect.receiver.Pushes;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.Frame;
import dev.flamegate.profile.ProfileCodec;
import dev.flamegate.profile.format.Collapsed;
import dev.flamegate.profile.format.Flamebearer;
import dev.flamegate.profile.format.OtlpReader;
import dev.flamegate.profile.format.Pprof;
import dev.flamegate.profile.format.PprofReader;
import dev.flamegate.profile.format.PprofWriter;
import dev.flamegate.profile.format.ProfileLimits;
import dev.flamegate.profile.jfr.BytesChannel;
import dev.flamegate.profile.jfr.ChunkStacks.Labels;
import dev.flamegate.profile.jfr.JfrTrees;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPOutputStream;

/** Profiles in every format. What can be read can also be stored and written again. */
public class ProfileFuzz {
    private static final Set<ProfileEvent> ALL = EnumSet.allOf(ProfileEvent.class);

    @FuzzTest
    @Seeds(made = "recordings")
    void jfr(byte[] input) {
        try {
            written(JfrTrees.read(new BytesChannel(input), ALL, Labels.NONE).trees());
        } catch (IOException e) {
            // no recording
        }
    }

    /** Small ones are kept with what fuzzing found; this one is the agent's. */
    static List<byte[]> recordings() throws IOException {
        return List.of(Files.readAllBytes(Pushes.part(Pushes.body(Pushes.STEADY), "jfr", Input.folder("part"))));
    }

    @FuzzTest
    @Seeds(files = "gate-cli/src/test/resources/otlp/*.otlp")
    void otlp(byte[] input) {
        try {
            written(OtlpReader.read(input, ProfileLimits.USUAL));
        } catch (IllegalArgumentException e) {
            // no profile
        }
    }

    @FuzzTest
    @Seeds(made = "pprofs")
    void pprof(byte[] input) {
        try {
            written(PprofReader.read(input));
        } catch (IllegalArgumentException e) {
            // no profile
        }
    }

    static List<byte[]> pprofs() throws IOException {
        byte[] plain = PprofWriter.write(Pprof.of(ProfileEvent.CPU, tree()));
        byte[] both = PprofWriter.write(Pprof.of(Map.of(ProfileEvent.CPU, tree(), ProfileEvent.ALLOC, tree())));
        return List.of(plain, inflated(plain), inflated(both));
    }

    @FuzzTest
    @Seeds(files = "gate-cli/src/test/resources/pyroscope/select-merge-*.json", made = "jsonProfiles")
    void pprofJson(byte[] input) {
        try {
            written(PprofReader.readJson(input));
        } catch (IllegalArgumentException e) {
            // no profile
        }
    }

    public static List<byte[]> jsonProfiles() {
        return Input.texts(
                "{\"sampleType\":[{\"type\":\"1\",\"unit\":\"2\"}],\"sample\":[{\"locationId\":[\"1\"],\"value\":[\"10\"],"
                        + "\"label\":[{\"key\":\"3\",\"str\":\"4\"}]}],\"mapping\":[{\"id\":\"1\"}],"
                        + "\"location\":[{\"id\":\"1\",\"mappingId\":\"1\",\"line\":[{\"functionId\":\"1\",\"line\":\"7\"}]}],"
                        + "\"function\":[{\"id\":\"1\",\"name\":\"5\"}],\"stringTable\":[\"\",\"cpu\",\"nanoseconds\","
                        + "\"thread\",\"a-1\",\"a.B.c\"],\"timeNanos\":\"1\",\"durationNanos\":\"1000\"}");
    }

    @FuzzTest
    @Seeds(files = "gate-cli/src/test/resources/pyroscope/render-*.json")
    void flamebearer(byte[] input) {
        try {
            Flamebearer graph = Flamebearer.read(input);
            written(graph.left());
            if (graph.right() != null) {
                written(graph.right());
            }
        } catch (IllegalArgumentException e) {
            // no flame graph
        }
    }

    @FuzzTest
    @Seeds(made = "stacks")
    void collapsed(byte[] input) {
        try {
            written(Collapsed.read(Input.text(input)));
        } catch (IllegalArgumentException e) {
            // no stacks
        }
    }

    static List<byte[]> stacks() {
        return Input.texts(
                Collapsed.write(tree()),
                "a;b;c 1\na;b 22\n\n[gc];x_[j] 3\n",
                "java/lang/Thread.run_[0];a.B$$Lambda/0x1.c 5\n");
    }

    @FuzzTest
    @Seeds(made = "stored")
    void stored(byte[] input) {
        try {
            written(ProfileCodec.decode(input));
        } catch (IllegalArgumentException e) {
            // no stored profile
        }
    }

    static List<byte[]> stored() {
        return List.of(ProfileCodec.encode(tree()), ProfileCodec.encode(new CallTree.Builder().build()));
    }

    /** Profiles of all formats but JFR, as they are and with gzip. */
    public static List<byte[]> files() throws IOException {
        List<byte[]> files = new ArrayList<>(pprofs());
        files.addAll(stacks());
        files.addAll(jsonProfiles());
        for (byte[] plain : List.copyOf(files)) {
            ByteArrayOutputStream zipped = new ByteArrayOutputStream();
            try (OutputStream out = new GZIPOutputStream(zipped)) {
                out.write(plain);
            }
            files.add(zipped.toByteArray());
        }
        return files;
    }

    private static CallTree tree() {
        return new CallTree.Builder()
                .add(
                        List.of(new Frame("shop.Main.run", 3), new Frame("shop.Ünïcode.go", 7)),
                        new Facet("http-#", "GET /a", "running"),
                        10_000_000)
                .add(List.of(new Frame("libc.so.6.x", 0)), new Facet("[gc]", "", ""), 5)
                .build();
    }

    private static byte[] inflated(byte[] gzip) throws IOException {
        try (var in = new java.util.zip.GZIPInputStream(new java.io.ByteArrayInputStream(gzip))) {
            return in.readAllBytes();
        }
    }

    private static void written(Pprof profile) {
        profile.trees().forEach(ProfileFuzz::written);
        written(profile.events());
    }

    /** Stores call trees and writes them in other formats. */
    public static void written(Map<ProfileEvent, CallTree> trees) {
        trees.values().forEach(ProfileFuzz::written);
    }

    private static void written(CallTree tree) {
        CallTree again = ProfileCodec.decode(ProfileCodec.encode(tree));
        if (again.sampleCount() != tree.sampleCount()) {
            throw new IllegalStateException(again.sampleCount() + " samples stored of " + tree.sampleCount());
        }
        Collapsed.write(tree);
        PprofReader.read(PprofWriter.write(Pprof.of(ProfileEvent.CPU, tree)));
    }
}
