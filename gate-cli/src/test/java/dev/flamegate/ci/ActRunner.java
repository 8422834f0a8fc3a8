package dev.flamegate.ci;

import dev.flamegate.ci.Shell.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A GitHub runner's emulator (act) that needs no network: actions of others are doubles that say what they were given. */
final class ActRunner {
    private static final Pattern USES = Pattern.compile("uses: ([\\w-]+/[\\w-]+)(/[\\w-]+)?@(\\S+)");

    private final Path folder;
    private final Map<String, Path> repositories = new LinkedHashMap<>();

    /** A runner that keeps its doubles and its home in a folder. */
    public ActRunner(Path folder) throws IOException {
        this.folder = folder;
        Files.createDirectories(home());
    }

    /** Its user's home. */
    public Path home() {
        return folder.resolve("home");
    }

    /** Takes an action from a folder. */
    public ActRunner with(String action, Path place) {
        repositories.put(action, place);
        return this;
    }

    /** Makes doubles of the actions that a workflow or an action uses, except those that are there already. */
    public ActRunner doubles(String text) throws IOException {
        Matcher uses = USES.matcher(text);
        while (uses.find()) {
            String action = uses.group(1) + "@" + uses.group(3);
            Path place = folder.resolve("doubles").resolve(uses.group(1));
            if (repositories.getOrDefault(action, place).equals(place)) {
                repositories.put(action, place);
                dummy(
                        uses.group(2) == null
                                ? place
                                : place.resolve(uses.group(2).substring(1)));
            }
        }
        return this;
    }

    /**
     * Runs the workflows of a checkout for an event.
     *
     * @param options of act
     */
    public Ended run(Path checkout, String event, Map<String, String> environment, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of("act", event, "--pull=false", "--action-offline-mode"));
        command.addAll(List.of("-P", "ubuntu-latest=-self-hosted"));
        environment.forEach((name, value) -> command.addAll(List.of("--env", name + "=" + value)));
        repositories.forEach((action, place) -> command.addAll(List.of("--local-repository", action + "=" + place)));
        command.addAll(List.of(options));
        return Shell.run(checkout, Map.of("HOME", home().toString()), command.toArray(new String[0]));
    }

    /** Makes a folder a repository with one commit. */
    public static void commit(Path checkout) throws Exception {
        for (List<String> git : List.of(
                List.of("git", "init", "-q", "-b", "change"),
                List.of("git", "add", "-A"),
                List.of("git", "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "x"),
                List.of("git", "update-ref", "refs/remotes/origin/main", "HEAD"))) {
            Ended ended = Shell.run(checkout, Map.of(), git.toArray(new String[0]));
            if (ended.code() != 0) {
                throw new IOException(git + ": " + ended.err());
            }
        }
    }

    /** Says what it was given, as an action that is made of one step. */
    private static void dummy(Path place) throws IOException {
        Files.createDirectories(place);
        Files.writeString(place.resolve("action.yml"), """
                name: double
                inputs:
                  {name: {default: ""}, path: {default: ""}, key: {default: ""}, archive: {default: "true"},
                   restore-keys: {default: ""}, sarif_file: {default: ""}, category: {default: ""},
                   if-no-files-found: {default: ""}, overwrite: {default: ""}}
                outputs:
                  artifact-url: {value: "https://github.example/artifacts/${{ inputs.archive }}"}
                runs:
                  using: composite
                  steps:
                    - shell: bash
                      env:
                        SAID: "${{ inputs.sarif_file }}${{ inputs.path }} ${{ inputs.key }}${{ inputs.name }} ${{ inputs.archive }}"
                      run: echo "DOUBLE $SAID"
                """);
    }
}
