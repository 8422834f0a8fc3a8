package dev.flamegate.init;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.flamegate.fuzz.Input;
import dev.flamegate.fuzz.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The build, the settings and a source of a stranger's checkout. A plan is written, or the build file is refused. */
class ProjectFuzz {
    private static final List<String> SETTINGS =
            List.of("src/main/resources/application.properties", "src/main/resources/application.yml");

    @FuzzTest
    @Seeds(made = "checkouts")
    void checkout(byte[] input) throws IOException {
        List<byte[]> parts = Input.parts(input, 3);
        for (String build : List.of("pom.xml", "build.gradle")) {
            Path folder = Input.folder("checkout");
            write(folder.resolve(build), parts.get(0));
            write(folder.resolve("src/main/java/A.java"), parts.get(2));
            for (String settings : SETTINGS) {
                write(folder.resolve(settings), parts.get(1));
            }
            try {
                Project.service(folder).ifPresent(service -> Scaffold.files(service, null));
            } catch (IOException e) {
                // no XML, or no text
            }
        }
    }

    private static void write(Path file, byte[] content) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, content);
    }

    static List<byte[]> checkouts() {
        return List.of(
                Input.of(
                        "<project><artifactId>a</artifactId><properties><b>${b}</b></properties><version>${b}</version>"
                                + "<groupId>io.quarkus</groupId></project>",
                        "quarkus.http.port = 1\nurl = jdbc:postgresql://u:p@h:1/d",
                        "/** x */ @Path(\"/a\") class A { @GET @Path(value = \"b\") String b() { } }"),
                Input.of(
                        "plugins { id(\"org.springframework.boot\") }\njvmToolchain(21)",
                        "server: {port: \"${PORT:8080}\"}\nspring: [{a: b}]\n---\nserver: {port: 80}",
                        "fun main() { Javalin.create().get(\"/a\") { }.start(8080) }"),
                Input.of(
                        "shadow archiveFileName = \"${project.name}-$version.jar\"",
                        "port: ${P:1}",
                        "class C { int port = Integer.getInteger(\"http.port\", 8080); }"),
                Input.of("<project><artifactId>a</artifactId></project>", "", "@a(b) ".repeat(20_000) + "class A"),
                Input.of("<project><artifactId>a</artifactId></project>", "", "@a(" + "\"b\",".repeat(20_000) + ")"));
    }
}
