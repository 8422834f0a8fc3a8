package dev.flamegate.os;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Git's command line in a folder of people's, which may be a stranger's checkout: nothing in it makes git run a
 * program. A repository that lies within the files of a checkout is not opened, as its configuration names programs.
 * Git gets no variable that looks like a secret, for the case that a configuration makes it run one all the same.
 */
public final class GitCommand {
    /**
     * A place of hooks that can have none. Git takes a relative path relative to the checkout, which may have such a
     * folder.
     */
    public static final String NO_HOOKS = Platform.current() == Platform.WINDOWS ? "NUL" : "/dev/null";

    private static final List<String> SAFE = List.of(
            "-c",
            "safe.bareRepository=explicit",
            "-c",
            "core.fsmonitor=false",
            "-c",
            "core.hooksPath=" + NO_HOOKS,
            "-c",
            "log.showSignature=false");

    private static final String COUNT = "GIT_CONFIG_COUNT";
    private static final String KEY = "GIT_CONFIG_KEY_";
    private static final String VALUE = "GIT_CONFIG_VALUE_";

    private GitCommand() {}

    /** Git in a folder, with the variables of this process. */
    public static Program in(Path folder, List<String> arguments) {
        return in(folder, System.getenv(), arguments);
    }

    /**
     * Git in a folder.
     *
     * @param environment from which it gets what is no secret
     */
    public static Program in(Path folder, Map<String, String> environment, List<String> arguments) {
        List<String> words = new ArrayList<>(List.of("git", "-C", folder.toString()));
        words.addAll(SAFE);
        words.addAll(arguments);
        return Program.of(words).withOnly(environment(environment));
    }

    /** The variables without secrets. Settings stay if all they say is which folders are trusted, as CI jobs do. */
    private static Map<String, String> environment(Map<String, String> given) {
        Map<String, String> variables =
                new HashMap<>(ChildEnvironment.of(given, List.of(), List.of()).variables());
        boolean harmless = given.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(KEY))
                .allMatch(entry -> entry.getValue().equals("safe.directory"));
        given.forEach((name, value) -> {
            if (harmless && (name.equals(COUNT) || name.startsWith(KEY) || name.startsWith(VALUE))) {
                variables.put(name, value);
            }
        });
        return variables;
    }
}
