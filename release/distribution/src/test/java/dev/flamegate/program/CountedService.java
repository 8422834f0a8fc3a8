package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Builds a jar of the service and the load generator in {@code counted/}; a variable tells the service how to fail. */
final class CountedService {
    /** So many statements that their counters do not fit into a method. */
    private static final int HUGE = 2_500;

    private CountedService() {}

    /** Writes the jar. */
    static void pack(Path jar) throws IOException {
        Path folder = Files.createDirectories(jar.resolveSibling("counted"));
        for (String source : List.of("Service.java", "Load.java")) {
            try (var in = CountedService.class.getResourceAsStream("/counted/" + source)) {
                Files.copy(in, folder.resolve(source));
            }
        }
        Files.writeString(folder.resolve("Huge.java"), huge());
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-nowarn",
                                "-d",
                                folder.toString(),
                                folder.resolve("Service.java").toString(),
                                folder.resolve("Load.java").toString(),
                                folder.resolve("Huge.java").toString()))
                .isZero();
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "x.Service");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                Stream<Path> classes = Files.list(folder.resolve("x"))) {
            for (Path one : classes.toList()) {
                out.putNextEntry(new JarEntry("x/" + one.getFileName()));
                out.write(Files.readAllBytes(one));
            }
            out.putNextEntry(new JarEntry("x/Broken.class"));
            out.write(broken(Files.readAllBytes(folder.resolve("x/Load.class"))));
        }
    }

    private static String huge() {
        StringBuilder source = new StringBuilder("package x;\nclass Huge {\n static int run() {\n  int i = 0;\n");
        for (int i = 0; i < HUGE; i++) {
            source.append("  if (i >= 0) { i += 2; }\n");
        }
        return source.append("  return i;\n }\n}\n").toString();
    }

    /** A class of another name and of a version to come. */
    private static byte[] broken(byte[] load) {
        String text = new String(load, StandardCharsets.ISO_8859_1);
        byte[] renamed = text.replace("\0\6x/Load", "\0\u0008x/Broken").getBytes(StandardCharsets.ISO_8859_1);
        renamed[7] = 99;
        return renamed;
    }
}
