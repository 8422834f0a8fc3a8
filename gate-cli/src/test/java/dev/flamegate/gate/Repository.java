package dev.flamegate.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A git repository of a test. */
public final class Repository {
    public final Path folder;

    public Repository(Path folder) throws IOException, InterruptedException {
        this.folder = Files.createDirectories(folder);
        git("init", "-q", "-b", "main");
    }

    /** Commits a file with this content; the subject is {@code subject}. Returns its hash. */
    public String commit(String subject, String file, String content) throws IOException, InterruptedException {
        Path place = folder.resolve(file);
        Files.createDirectories(place.getParent());
        Files.writeString(place, content);
        git("add", "-A", "--", file);
        git("commit", "-q", "--allow-empty", "-m", subject);
        return head();
    }

    /** Merges a branch into the one checked out. Returns the merge's hash. */
    public String merge(String branch) throws IOException, InterruptedException {
        git("merge", "-q", "--no-ff", "-m", "merge " + branch, branch);
        return head();
    }

    public String head() throws IOException, InterruptedException {
        return git("rev-parse", "HEAD").strip();
    }

    public String git(String... arguments) throws IOException, InterruptedException {
        return git(folder, arguments);
    }

    /** Runs git in a folder, as somebody; it has to succeed. Returns what it printed. */
    public static String git(Path folder, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                "git",
                "-C",
                folder.toString(),
                "-c",
                "user.name=Ada",
                "-c",
                "user.email=ada@example.org",
                "-c",
                "commit.gpgsign=false"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
