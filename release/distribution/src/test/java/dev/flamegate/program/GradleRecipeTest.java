package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.ci.Shell;
import dev.flamegate.cli.Main;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The task for Gradle in docs/ci.md: what it starts is what the launcher starts, and a real Gradle runs it where there is one. */
class GradleRecipeTest {
    /** A flamegate that says how it was started, and ends as its last argument says. */
    private static final String DOUBLE = """
            package dev.flamegate.cli;
            public class Main {
                public static void main(String[] args) throws Exception {
                    System.out.println("home " + System.getProperty("flamegate.home"));
                    System.out.println("in " + new java.io.File("").getAbsolutePath());
                    System.out.println("command " + String.join("|", args));
                    System.out.println("boot " + (Class.forName("picocli.Probe").getClassLoader() == null));
                    System.exit(args[args.length - 1].equals("fails") ? 1 : 0);
                }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void the_task_starts_what_the_launcher_starts() throws IOException {
        String launcher = Files.readString(Path.of("src", "dist", "bin", "flamegate"));
        Matcher options = Pattern.compile("fg_options='([^']*)'").matcher(launcher);
        assertThat(options.find()).isTrue();

        assertThat(recipe()).contains("'" + Main.class.getName() + "'", "/lib/picocli.jar", "'flamegate.home'");
        assertThat(launcher).contains("-Xbootclasspath/a:$fg_home/lib/picocli.jar");
        for (String option : options.group(1).split(" ")) {
            // It is the default, and sharing fails aloud where an agent of the IDE is in the way.
            if (!option.equals("-Xshare:auto")) {
                assertThat(recipe()).contains("'" + option + "'");
            }
        }
    }

    @Test
    void a_real_gradle_runs_it_in_the_folder_of_the_module() throws Exception {
        Shell.needs("gradle");
        Path home = home();
        Path module = module();

        Shell.Ended ended = gradle(module, "-PflamegateHome=" + home, "-PflamegateCommand=compare --budget 10m");

        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out())
                .contains("home " + home, "in " + module.toRealPath(), "command compare|--budget|10m", "boot true");
    }

    @Test
    void a_real_gradle_fails_with_the_gate_and_says_what_is_missing() throws Exception {
        Shell.needs("gradle");
        Path module = module();

        Shell.Ended failed = gradle(module, "-PflamegateHome=" + home(), "-PflamegateCommand=fails");
        assertThat(failed.code()).isEqualTo(1);
        assertThat(failed.out()).contains("command fails");
        Shell.Ended nowhere = gradle(module);
        assertThat(nowhere.code()).isEqualTo(1);
        assertThat(nowhere.err()).contains("-PflamegateHome=FOLDER");
    }

    private Shell.Ended gradle(Path module, String... properties) throws Exception {
        List<String> command = new ArrayList<>(List.of("gradle", "--offline", "--no-daemon", "-q"));
        command.addAll(List.of("-g", folder.resolve("user").toString()));
        command.addAll(List.of(properties));
        command.add("flamegate");
        return Shell.run(module, Map.of("FLAMEGATE_HOME", ""), command.toArray(String[]::new));
    }

    private static String recipe() throws IOException {
        String page = Files.readString(Shell.CHECKOUT.resolve("docs/ci.md"));
        page = page.substring(page.indexOf("\n## Gradle\n"));
        Matcher code = Pattern.compile("```groovy\n(.*?)```", Pattern.DOTALL).matcher(page);
        assertThat(code.find()).isTrue();
        return code.group(1);
    }

    private Path module() throws IOException {
        Path module = Files.createDirectories(folder.resolve("shop"));
        Files.writeString(module.resolve("settings.gradle"), "rootProject.name = 'shop'\n");
        Files.writeString(module.resolve("build.gradle"), "apply plugin: 'base'\napply from: 'flamegate.gradle'\n");
        Files.writeString(module.resolve("flamegate.gradle"), recipe());
        return module;
    }

    /** An installation with the double. */
    private Path home() throws IOException {
        Path home = folder.resolve("flamegate home");
        jar(home.resolve("lib/flamegate.jar"), "dev.flamegate.cli.Main", DOUBLE);
        jar(home.resolve("lib/picocli.jar"), "picocli.Probe", "package picocli; public class Probe {}");
        return home;
    }

    private void jar(Path jar, String type, String code) throws IOException {
        Path source = folder.resolve("src").resolve(type.replace('.', '/') + ".java");
        Files.createDirectories(source.getParent());
        Files.writeString(source, code);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        assertThat(compiler.run(null, said, said, "-proc:none", "--release", "8", "-nowarn", source.toString()))
                .as(said.toString(StandardCharsets.UTF_8))
                .isZero();
        Files.createDirectories(jar.getParent());
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            String name = type.replace('.', '/') + ".class";
            out.putNextEntry(new JarEntry(name));
            out.write(Files.readAllBytes(folder.resolve("src").resolve(name)));
        }
    }
}
