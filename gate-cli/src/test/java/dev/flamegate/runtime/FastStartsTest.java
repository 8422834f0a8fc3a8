package dev.flamegate.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.gate.Plans;
import dev.flamegate.model.Arm;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.Plan;
import dev.flamegate.testing.Await;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FastStartsTest {
    /** Stands in for Spring Boot: as a tool it takes its jar apart, otherwise it starts the application within. */
    private static final String LAUNCHER = """
            package org.springframework.boot.loader.launch;

            import java.io.*;
            import java.nio.file.*;
            import java.util.jar.*;

            public class JarLauncher {
                public static void main(String[] arguments) throws Exception {
                    if (!"tools".equals(System.getProperty("jarmode"))) {
                        shop.App.main(arguments);
                        return;
                    }
                    Path folder = Path.of(arguments[2]);
                    Files.createDirectories(folder.resolve("lib"));
                    try (JarOutputStream library = new JarOutputStream(
                            Files.newOutputStream(folder.resolve("lib/shop.jar")))) {
                        library.putNextEntry(new JarEntry("shop/App.class"));
                        try (InputStream app = JarLauncher.class.getResourceAsStream("/shop/App.class")) {
                            app.transferTo(library);
                        }
                    }
                    Manifest manifest = new Manifest();
                    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
                    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "shop.App");
                    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, "lib/shop.jar");
                    new JarOutputStream(Files.newOutputStream(folder.resolve("target.jar")), manifest).close();
                }
            }
            """;

    private static final String APP = """
            package shop;

            public class App {
                public static void main(String[] arguments) throws Exception {
                    System.out.println("up");
                    Thread.sleep(600_000);
                }
            }
            """;

    /** Stands in for the gate's probe. */
    private static final String AGENT = """
            package agent;

            public class Agent {
                public static void premain(String arguments) {}
            }
            """;

    private static final String TOOLS = "BOOT-INF/lib/spring-boot-jarmode-tools-3.5.7.jar";
    private static final String FROM_LIBRARY = "lib/shop.jar";

    @TempDir
    Path folder;

    private MeasurementPlan setup;
    private ProcessRuntime runtime;

    @BeforeEach
    void compile() throws IOException {
        Path sources = Files.createDirectories(folder.resolve("src"));
        Path launcher = Files.writeString(sources.resolve("JarLauncher.java"), LAUNCHER);
        Path app = Files.writeString(sources.resolve("App.java"), APP);
        Path agent = Files.writeString(sources.resolve("Agent.java"), AGENT);
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-d",
                                folder + "/classes",
                                launcher.toString(),
                                app.toString(),
                                agent.toString()))
                .isZero();
        Manifest ofAgent = new Manifest();
        ofAgent.getMainAttributes().putValue("Premain-Class", "agent.Agent");
        write("flamegate-probe.jar", ofAgent, Map.of("agent/Agent.class", compiled("agent/Agent")));
        jar("old.jar", TOOLS);
        jar("new.jar", TOOLS);
        jar("older.jar", "BOOT-INF/lib/spring-boot-jarmode-layertools-3.2.0.jar");
    }

    @AfterEach
    void end() {
        runtime.close();
        setup.children().close();
    }

    @Test
    void arms_of_spring_boot_start_taken_apart() throws Exception {
        List<PlacedTarget> arms = hastened("", "old.jar", "new.jar");

        assertThat(loaded(arms.get(0))).contains(FROM_LIBRARY);
        assertThat(loaded(arms.get(1))).contains(FROM_LIBRARY);
        assertThat(folder.resolve("old.jar")).hasSameBinaryContentAs(folder.resolve("new.jar"));
        runtime.close();
        assertThat(folder.resolve(".flamegate/work")).isEmptyDirectory();
    }

    @Test
    void both_arms_start_packed_if_one_cannot_be_taken_apart() throws Exception {
        List<PlacedTarget> arms = hastened("", "older.jar", "new.jar");

        assertThat(loaded(arms.get(0))).doesNotContain(FROM_LIBRARY);
        assertThat(loaded(arms.get(1))).doesNotContain(FROM_LIBRARY);
    }

    @Test
    void whoever_decides_about_sharing_is_left_alone() throws Exception {
        List<PlacedTarget> arms = hastened(", -Xshare:auto", "old.jar", "new.jar");

        assertThat(loaded(arms.get(1))).doesNotContain(FROM_LIBRARY);
    }

    /** Both arms, placed and made ready. */
    private List<PlacedTarget> hastened(String options, String baseline, String candidate) throws Exception {
        Plan plan = Plans.of("""
                target: {jar: %s, java-options: ["-Xlog:class+load"%s]}
                profile: {events: []}
                """.formatted(baseline, options));
        setup = Plans.setup(plan, folder);
        runtime = new ProcessRuntime(setup);
        ArmSpec as = ArmSpec.ofTarget();
        List<PlacedTarget> arms = List.of(
                runtime.place(plan.target(), Arm.BASELINE, as),
                runtime.place(plan.target().with(as, candidate), Arm.CANDIDATE, as));
        runtime.hastenStarts(arms);
        return arms;
    }

    /** The classes that a target loads as it starts, and from where. */
    private String loaded(PlacedTarget placed) throws Exception {
        Path logs = Files.createDirectories(folder.resolve(placed.alias()));
        try (RunningTarget target = runtime.start(placed, StartEnvironment.NONE, logs)) {
            Path log = logs.resolve("target.log");
            Await.until("the application is up", () -> {
                target.checkAlive();
                return Files.readString(log).contains("\nup\n");
            });
            return Files.readString(log);
        }
    }

    private void jar(String name, String tool) throws IOException {
        String launcher = "org/springframework/boot/loader/launch/JarLauncher";
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, launcher.replace('/', '.'));
        Map<String, byte[]> entries = new TreeMap<>();
        entries.put(launcher + ".class", compiled(launcher));
        entries.put("shop/App.class", compiled("shop/App"));
        entries.put(tool, new byte[0]);
        write(name, manifest, entries);
    }

    private byte[] compiled(String name) throws IOException {
        return Files.readAllBytes(folder.resolve("classes").resolve(name + ".class"));
    }

    private void write(String name, Manifest manifest, Map<String, byte[]> entries) throws IOException {
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        try (OutputStream file = Files.newOutputStream(folder.resolve(name));
                JarOutputStream jar = new JarOutputStream(file, manifest)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                JarEntry written = new JarEntry(entry.getKey());
                written.setTime(0);
                jar.putNextEntry(written);
                jar.write(entry.getValue());
            }
        }
    }
}
