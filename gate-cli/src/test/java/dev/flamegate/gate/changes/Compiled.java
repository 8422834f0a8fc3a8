package dev.flamegate.gate.changes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.plan.TargetSpec.Subject;
import dev.flamegate.targets.AppFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;

/** Java sources compiled into jars of several forms. */
public final class Compiled {
    private final Map<String, byte[]> classes = new TreeMap<>();

    private Compiled() {}

    /**
     * Compiles sources.
     *
     * @param folder an empty one
     * @param sources each of one class in the package {@code shop}, without the package's line
     */
    public static Compiled of(Path folder, String... sources) throws IOException {
        List<String> arguments = new ArrayList<>(
                List.of("-g", "-proc:none", "-d", folder.resolve("out").toString()));
        for (int i = 0; i < sources.length; i++) {
            String name = sources[i].replaceAll("(?s).*?(?:class|interface|record) (\\w+).*", "$1");
            Path file = Files.createDirectories(folder.resolve("src")).resolve(name + ".java");
            Files.writeString(file, "package shop;\n" + sources[i]);
            arguments.add(file.toString());
        }
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        int code = ToolProvider.getSystemJavaCompiler().run(null, said, said, arguments.toArray(String[]::new));
        assertThat(code).as(said.toString(StandardCharsets.UTF_8)).isZero();
        Compiled compiled = new Compiled();
        try (Stream<Path> files = Files.walk(folder.resolve("out"))) {
            files.filter(Files::isRegularFile).forEach(file -> {
                try {
                    compiled.classes.put(
                            folder.resolve("out").relativize(file).toString().replace('\\', '/'),
                            Files.readAllBytes(file));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
        return compiled;
    }

    public byte[] bytes(String file) {
        return classes.get(file);
    }

    /** An executable jar. */
    public AppFiles jar(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, zip(classes));
        return app(file);
    }

    /** A jar as Spring Boot packs it: its own classes in one folder, libraries as jars in another. */
    public AppFiles packed(Path file, Map<String, Compiled> libraries) throws IOException {
        Map<String, byte[]> entries = new TreeMap<>();
        classes.forEach((name, bytes) -> entries.put("BOOT-INF/classes/" + name, bytes));
        for (Map.Entry<String, Compiled> library : libraries.entrySet()) {
            entries.put("BOOT-INF/lib/" + library.getKey(), zip(library.getValue().classes));
        }
        Files.createDirectories(file.getParent());
        Files.write(file, zip(entries));
        return app(file);
    }

    private static AppFiles app(Path jar) {
        return AppFiles.of(new Subject.Jar(jar.toString()), jar.getParent()).orElseThrow();
    }

    private static byte[] zip(Map<String, byte[]> entries) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = bytes;
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                ZipEntry stored = new ZipEntry(entry.getKey());
                CRC32 crc = new CRC32();
                crc.update(entry.getValue());
                stored.setMethod(ZipEntry.STORED);
                stored.setSize(entry.getValue().length);
                stored.setCrc(crc.getValue());
                stored.setTime(0);
                zip.putNextEntry(stored);
                zip.write(entry.getValue());
                zip.closeEntry();
            }
        }
        return bytes.toByteArray();
    }
}
