package dev.flamegate.os;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Git's command line in a folder of people's, which may be a stranger's checkout: nothing in it makes git run a
 * program. A repository that lies within the files of a checkout is not opened, as its configuration names programs.
 */
public final class GitCommand {
    private static final List<String> SAFE = List.of(
            "-c", "safe.bareRepository=explicit", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=hooks-of-nobody");

    private GitCommand() {}

    /** The words of git's command up to the subcommand. */
    public static List<String> in(Path folder) {
        List<String> words = new ArrayList<>(List.of("git", "-C", folder.toString()));
        words.addAll(SAFE);
        return words;
    }
}
