package dev.flamegate.fuzz;

import dev.flamegate.os.FileTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Makes what a fuzz test reads out of its input: texts, several parts, and files. */
public final class Input {
    /** Ends a part. No text of any format here contains it. */
    private static final byte[] END = {'\n', 0x1d, '\n'};

    private static final Path SCRATCH = Path.of(
                    System.getProperty("fuzz.scratch", "target/fuzz"),
                    "scratch-" + ProcessHandle.current().pid())
            .toAbsolutePath();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(Input::tidy));
    }

    private Input() {}

    /** The input as a text. */
    public static String text(byte[] input) {
        return new String(input, StandardCharsets.UTF_8);
    }

    /** Texts as inputs of their own. */
    public static List<byte[]> texts(String... texts) {
        return Arrays.stream(texts)
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    /** An input of several parts, for a test that takes it apart with {@link #parts}. */
    public static byte[] of(byte[]... parts) {
        byte[] whole = parts[0];
        for (int i = 1; i < parts.length; i++) {
            byte[] joined = Arrays.copyOf(whole, whole.length + END.length + parts[i].length);
            System.arraycopy(END, 0, joined, whole.length, END.length);
            System.arraycopy(parts[i], 0, joined, whole.length + END.length, parts[i].length);
            whole = joined;
        }
        return whole;
    }

    /** An input of several texts. */
    public static byte[] of(String... parts) {
        return of(texts(parts).toArray(new byte[0][]));
    }

    /** The parts of an input: at least this many, those that it lacks empty. */
    public static List<byte[]> parts(byte[] input, int least) {
        List<byte[]> parts = new ArrayList<>();
        int start = 0;
        for (int i = 0; i + END.length <= input.length; i++) {
            if (input[i] == END[0] && input[i + 1] == END[1] && input[i + 2] == END[2]) {
                parts.add(Arrays.copyOfRange(input, start, i));
                start = i + END.length;
                i = start - 1;
            }
        }
        parts.add(Arrays.copyOfRange(input, start, input.length));
        while (parts.size() < least) {
            parts.add(new byte[0]);
        }
        return parts;
    }

    /** A new file with this content, in place of the last one of that name. */
    public static Path file(String name, byte[] content) {
        try {
            Files.createDirectories(SCRATCH);
            return Files.write(SCRATCH.resolve(name), content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An empty folder, in place of the last one of that name. */
    public static Path folder(String name) {
        try {
            Path folder = SCRATCH.resolve(name);
            FileTree.delete(folder);
            return Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void tidy() {
        try {
            FileTree.delete(SCRATCH);
        } catch (IOException e) {
            // target/ is cleaned with everything else
        }
    }
}
