package dev.flamegate.gate.facts;

import dev.flamegate.os.Sha256;
import dev.flamegate.plan.LoadSpec;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Identifies a simulation's behaviour as far as its class path shows it: its class, the classes that it refers to and
 * the files that they name. All the rest, such as the tests that are compiled into the same folder, may change without
 * changing the load.
 */
final class SimulationContent {
    private static final int DIGITS = 16;
    private static final int MAGIC = 0xCAFEBABE;
    private static final int LONGEST_NAME = 200;

    private final URLClassLoader loader;
    private final Map<String, String> sums = new TreeMap<>();
    private final Deque<String> open = new ArrayDeque<>();

    private SimulationContent(URLClassLoader loader) {
        this.loader = loader;
    }

    /**
     * A checksum of the simulation; empty if the class path lacks its class, which then belongs to flamegate, or is
     * unreadable.
     *
     * @param classpath relative to the folder
     */
    static Optional<String> of(String simulation, List<String> classpath, Path folder) {
        List<URL> places = new ArrayList<>();
        try {
            for (String entry : classpath) {
                places.add(folder.resolve(entry).toUri().toURL());
            }
            try (URLClassLoader loader = new URLClassLoader(places.toArray(URL[]::new), null)) {
                return new SimulationContent(loader).sum(simulation.replace('.', '/') + ".class");
            }
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** A checksum of the files that a command names, such as its script; empty where it names none below the folder. */
    static Optional<String> of(LoadSpec.Command command, Path folder) {
        Map<String, String> sums = new TreeMap<>();
        for (String word : command.words()) {
            Path file = word.isBlank() || word.indexOf('{') >= 0 ? null : file(word, folder);
            if (file != null && Files.isRegularFile(file)) {
                sums.put(word, Sha256.of(file));
            }
        }
        return sums.isEmpty()
                ? Optional.empty()
                : Optional.of(Sha256.of(sums.toString().getBytes(StandardCharsets.UTF_8))
                        .substring(0, DIGITS));
    }

    private static @Nullable Path file(String word, Path folder) {
        try {
            return folder.resolve(word);
        } catch (InvalidPathException e) {
            return null;
        }
    }

    private Optional<String> sum(String first) throws IOException {
        open.add(first);
        while (!open.isEmpty()) {
            read(open.remove());
        }
        return sums.isEmpty()
                ? Optional.empty()
                : Optional.of(Sha256.of(sums.toString().getBytes(StandardCharsets.UTF_8))
                        .substring(0, DIGITS));
    }

    private void read(String name) throws IOException {
        URL found = sums.containsKey(name) ? null : loader.findResource(name);
        if (found == null || name.endsWith("/")) {
            return;
        }
        byte[] content;
        try (InputStream in = found.openStream()) {
            content = in.readAllBytes();
        }
        sums.put(name, Sha256.of(content));
        if (name.endsWith(".class")) {
            constants(content);
        }
    }

    /** Collects the classes and texts in a class file's table of constants (JVMS 4.4). */
    private void constants(byte[] content) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(content));
        if (content.length < 10 || in.readInt() != MAGIC) {
            return;
        }
        in.skipBytes(4);
        int count = in.readUnsignedShort();
        String[] texts = new String[count];
        List<Integer> classes = new ArrayList<>();
        List<Integer> strings = new ArrayList<>();
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> texts[i] = in.readUTF();
                case 7 -> classes.add(in.readUnsignedShort());
                case 8 -> strings.add(in.readUnsignedShort());
                case 5, 6 -> {
                    in.skipBytes(8);
                    i++;
                }
                case 15 -> in.skipBytes(3);
                case 16, 19, 20 -> in.skipBytes(2);
                default -> in.skipBytes(4);
            }
        }
        for (int at : classes) {
            String name = texts[at] == null
                    ? ""
                    : texts[at].replaceFirst("^\\[+L?", "").replaceFirst(";$", "");
            open.add(name + ".class");
        }
        for (int at : strings) {
            String text = texts[at] == null ? "" : texts[at];
            if (text.length() <= LONGEST_NAME && text.matches("[A-Za-z0-9_][A-Za-z0-9_./ -]*\\.[A-Za-z0-9]+")) {
                open.add(text);
            }
        }
    }
}
