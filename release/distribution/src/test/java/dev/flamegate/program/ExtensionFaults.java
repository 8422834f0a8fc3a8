package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.cli.CommandProvider;
import dev.flamegate.gate.ReportFormat;
import dev.flamegate.program.Program.Ended;
import dev.flamegate.report.Examples;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Faults of an extension that somebody put into {@code lib/extensions}: of its jar, and of what it does. */
final class ExtensionFaults extends FaultCases {
    private static final String[] CHECK = {"rules", "check", "rules.yaml"};
    private static final String[] REPORT = {"judge", Examples.passing().run().id(), "--report", "again"};

    private static final String COMMANDS = """
            package x;
            public class Extension implements dev.flamegate.cli.CommandProvider {
                @picocli.CommandLine.Command(name = "judge")
                public static class Judge implements Runnable { public void run() {} }
                public java.util.List<Class<?>> commands() { %s }
            }
            """;

    private static final String FORMAT = """
            package x;
            public class Extension implements dev.flamegate.gate.ReportFormat {
                public java.util.List<String> names() { return java.util.List.of("a.txt"); }
                public java.util.Map<String, byte[]> files(Input input) { %s }
            }
            """;

    @Override
    void list() {
        damaged("half-written file", "its jar is cut off", 500);
        damaged("disk full", "its jar is empty", 0);
        fault("wrong schema", "it names a class that is not there", "x.Extension not found", CHECK, jar -> {
            pack(jar, CommandProvider.class, Map.of());
        });
        commands("it calls what this version does not have", "NoSuchMethodError: gone", """
                throw new NoSuchMethodError("gone");""");
        commands("its command has the name of another", "subcommand named 'judge' already exists", """
                return java.util.List.of(Judge.class);""");
        commands("it fails when it is loaded", "x.Extension could not be instantiated", """
                return java.util.List.of();}
                public Extension() { throw new IllegalStateException("no");""");
        fault("wrong schema", "it is there in two versions", "are the same extension", CHECK, jar -> {
            Files.copy(jar.resolveSibling("flamegate-work.jar"), jar);
        });
        format("its format of reports fails", "x.Extension of an extension failed", """
                throw new IllegalStateException("no");""");
        format("its format of reports writes into another folder", "may not write ../a.txt", """
                return java.util.Map.of("../a.txt", new byte[1]);""");
    }

    /** Makes the jar of an extension. */
    interface Jar {
        void at(Path place) throws IOException;
    }

    private void damaged(String fault, String how, int bytes) {
        fault(fault, how, "broken.jar is damaged", CHECK, jar -> {
            pack(jar, CommandProvider.class, compiled(COMMANDS.formatted("return java.util.List.of();")));
            Files.write(jar, Arrays.copyOf(Files.readAllBytes(jar), bytes));
        });
    }

    private void commands(String how, String words, String body) {
        fault("wrong schema", how, words, CHECK, jar -> {
            pack(jar, CommandProvider.class, compiled(COMMANDS.formatted(body)));
        });
    }

    private void format(String how, String words, String body) {
        judged("extension", "garbage", how, 3, List.of(words), ground -> {
            Ended ended = with(ground, jar -> pack(jar, ReportFormat.class, compiled(FORMAT.formatted(body))))
                    .run(REPORT);
            assertThat(ground.folder().resolve("a.txt")).doesNotExist();
            assertThat(ground.folder().resolve("again/index.html")).doesNotExist();
            return ended;
        });
    }

    private void fault(String fault, String how, String words, String[] command, Jar jar) {
        judged(
                "extension",
                fault,
                how,
                3,
                List.of(words),
                ground -> with(ground, jar).run(command));
    }

    /** An installation of links to the built one, with one more extension. */
    static FaultGround with(FaultGround ground, Jar jar) throws IOException {
        Path built = Program.script().getParent().getParent().toAbsolutePath();
        Path home = ground.folder().resolveSibling(ground.folder().getFileName() + "-home");
        link(built, home, List.of("lib"));
        link(built.resolve("lib"), home.resolve("lib"), List.of("extensions"));
        link(built.resolve("lib/extensions"), home.resolve("lib/extensions"), List.of());
        jar.at(home.resolve("lib/extensions/broken.jar"));
        return ground.installed(home).with("FLAMEGATE_CDS", "off");
    }

    private static void link(Path from, Path to, List<String> butThese) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (!butThese.contains(name)) {
                    Files.createSymbolicLink(to.resolve(name), file);
                }
            }
        }
    }

    /** The classes of a source, by their names in a jar. */
    private static Map<String, byte[]> compiled(String source) throws IOException {
        Path folder = Files.createTempDirectory("extension");
        Path file = Files.writeString(folder.resolve("Extension.java"), source);
        int code = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        folder.toString(),
                        file.toString());
        assertThat(code).isZero();
        Map<String, byte[]> classes = new TreeMap<>();
        try (Stream<Path> all = Files.list(folder.resolve("x"))) {
            for (Path one : all.toList()) {
                classes.put("x/" + one.getFileName(), Files.readAllBytes(one));
            }
        }
        return classes;
    }

    private static void pack(Path jar, Class<?> type, Map<String, byte[]> classes) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry("META-INF/services/" + type.getName()));
            out.write("x.Extension".getBytes(StandardCharsets.UTF_8));
            for (Map.Entry<String, byte[]> one : classes.entrySet()) {
                out.putNextEntry(new JarEntry(one.getKey()));
                out.write(one.getValue());
            }
        }
    }
}
