package dev.flamegate.publish.flame;

import dev.flamegate.collect.BoundedInput;
import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.os.OwnFolders;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.ProfileCodec;
import dev.flamegate.profile.Recording;
import dev.flamegate.profile.format.Collapsed;
import dev.flamegate.profile.format.Flamebearer;
import dev.flamegate.profile.format.OtlpReader;
import dev.flamegate.profile.format.Pprof;
import dev.flamegate.profile.format.PprofReader;
import dev.flamegate.profile.format.ProfileLimits;
import dev.flamegate.profile.jfr.ChunkStacks.Labels;
import dev.flamegate.profile.jfr.JfrTrees;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;

/** Reads a file with profiles, whatever its format. */
final class ProfileFiles {
    private static final int HEAD = 512;
    private static final byte[] JFR = {'F', 'L', 'R', 0};
    private static final byte[] STORED = {'F', 'G', 'C', 'T'};
    private static final byte[] GZIP = {0x1f, (byte) 0x8b};

    /** Inflated bytes of the largest file that is read, a recording of a day: the temporary folder may be in memory. */
    private static final long MOST_INFLATED = 2L << 30;

    private final Path file;
    private final Set<ProfileEvent> wanted;

    private ProfileFiles(Path file, Set<ProfileEvent> wanted) {
        this.file = file;
        this.wanted = wanted;
    }

    /**
     * Reads the profiles of a file.
     *
     * @param wanted events, at least one; others are ignored. A file that does not say what it samples is taken as
     *     the only event wanted, else as CPU
     * @throws CollectionFailed when it cannot be read, is damaged, or has an unknown format
     */
    static Recording read(Path file, Set<ProfileEvent> wanted) {
        try {
            return new ProfileFiles(file, wanted).read();
        } catch (IOException | IllegalArgumentException e) {
            throw new CollectionFailed(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private Recording read() throws IOException {
        byte[] head = head(Files.newInputStream(file));
        if (startsWith(head, JFR)) {
            return recording(file);
        } else if (startsWith(head, STORED)) {
            return counted(ProfileCodec.decode(bytes()), false);
        } else if (!startsWith(head, GZIP)) {
            return isText(head) ? text(head, Files.newInputStream(file)) : protobuf(bytes());
        }
        byte[] inside = head(inflated());
        if (startsWith(inside, JFR)) {
            return inflatedRecording();
        }
        return isText(inside) ? text(inside, inflated()) : protobuf(bytes());
    }

    private Recording protobuf(byte[] bytes) {
        return pprof(OtlpReader.isOtlp(bytes) ? OtlpReader.read(bytes, ProfileLimits.USUAL) : PprofReader.read(bytes));
    }

    private static byte[] head(InputStream opened) throws IOException {
        try (InputStream in = opened) {
            return in.readNBytes(HEAD);
        }
    }

    private static boolean startsWith(byte[] head, byte[] magic) {
        boolean starts = head.length >= magic.length;
        for (int i = 0; starts && i < magic.length; i++) {
            starts = head[i] == magic[i];
        }
        return starts;
    }

    /** True if a file is text: binary formats have control characters at their beginning, texts only white space. */
    private static boolean isText(byte[] head) {
        for (byte b : head) {
            if (b >= 0 && b < ' ' && b != '\n' && b != '\r' && b != '\t') {
                return false;
            }
        }
        return true;
    }

    private InputStream inflated() throws IOException {
        InputStream raw = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
        try {
            return new BoundedInput(
                    new GZIPInputStream(raw, 1 << 16),
                    MOST_INFLATED,
                    () -> new IOException("it inflates to more than " + MOST_INFLATED + " bytes"));
        } catch (IOException e) {
            raw.close();
            throw e;
        }
    }

    /** Inflates a recording as a whole, since chunks keep their metadata at the end. */
    private Recording inflatedRecording() throws IOException {
        Path whole = Files.createTempFile(OwnFolders.temporary(), "profile-", ".jfr");
        try {
            try (InputStream in = inflated()) {
                Files.copy(in, whole, StandardCopyOption.REPLACE_EXISTING);
            }
            return recording(whole);
        } finally {
            Files.deleteIfExists(whole);
        }
    }

    private Recording recording(Path jfr) throws IOException {
        try (FileChannel recording = FileChannel.open(jfr)) {
            return JfrTrees.read(recording, wanted, Labels.NONE);
        }
    }

    private byte[] bytes() throws IOException {
        long size = Files.size(file);
        if (size > ProfileLimits.USUAL.bytes()) {
            throw new IOException(
                    size + " bytes; the maximum for profiles of this kind is " + ProfileLimits.USUAL.bytes());
        }
        return Files.readAllBytes(file);
    }

    private Recording text(byte[] head, InputStream opened) throws IOException {
        try (InputStream in = opened) {
            if (new String(head, StandardCharsets.UTF_8).stripLeading().startsWith("{")) {
                return json(in.readNBytes(ProfileLimits.USUAL.bytes() + 1));
            }
            return counted(Collapsed.read(new InputStreamReader(in, StandardCharsets.UTF_8)), true);
        }
    }

    private Recording json(byte[] json) {
        IllegalArgumentException noGraph;
        try {
            return counted(Flamebearer.read(json).single(), true);
        } catch (IllegalArgumentException e) {
            noGraph = e;
        }
        try {
            return pprof(PprofReader.readJson(json));
        } catch (IllegalArgumentException e) {
            noGraph.addSuppressed(e);
            throw noGraph;
        }
    }

    private Recording pprof(Pprof profile) {
        double seconds =
                profile.duration().isZero() ? Double.NaN : profile.duration().toNanos() * 1e-9;
        Map<ProfileEvent, CallTree> events = profile.events();
        if (!events.isEmpty()) {
            return new Recording(events, false, seconds, List.of());
        } else if (profile.trees().isEmpty()) {
            return new Recording(Map.of(), false, seconds, List.of());
        }
        // The last type is the one that pprof shows by default.
        CallTree last = profile.trees().get(profile.trees().size() - 1);
        return new Recording(Map.of(event(), last), true, seconds, List.of());
    }

    private Recording counted(CallTree tree, boolean counted) {
        return new Recording(Map.of(event(), tree), counted, Double.NaN, List.of());
    }

    private ProfileEvent event() {
        return wanted.size() == 1 ? wanted.iterator().next() : ProfileEvent.CPU;
    }
}
