package dev.flamegate.cli;

import java.util.Map;
import java.util.Optional;

/** Words of earlier versions that the command line refuses with the word that replaces them. */
final class Gone {
    private static final String NO_COLOR = "set the variable NO_COLOR";

    /** What replaces a command; of a command in another one, both words are the key. */
    private static final Map<String, String> COMMANDS = Map.of(
            "report", "judge RUN --report DIR",
            "diff", "flame RUN RUN",
            "annotate", "comment --as FORMAT",
            "rules explain", "explain",
            "history show", "judge RUN --json",
            "history unpin", "history pin none NAME");

    /** What replaces an option. */
    private static final Map<String, String> OPTIONS = Map.ofEntries(
            Map.entry("--no-color", NO_COLOR),
            Map.entry("--history-pull-only", "use --history-push=never"),
            Map.entry("--baseline-env", "write `compare: baseline: environment` into the plan"),
            Map.entry("--min-pairs", "decisions begin after 3 pairs, and --pairs limits them"),
            Map.entry("--request", "use --part request=NAME"),
            Map.entry("--frame", "use --part frame=NAME"),
            Map.entry("--pool", "use --part pool=NAME"),
            Map.entry("--all", "`judge` without a RUN judges all, and `demo all` runs all"),
            Map.entry("--search-budget", "a search has an hour"),
            Map.entry("--context", "the kubeconfig's current context is used"),
            Map.entry("--exit-code", "it always exits with 1 when something got worse"),
            Map.entry("--runtime", "use --set target.runtime=NAME"),
            Map.entry("--rules", "name them in the plan"));

    private Gone() {}

    /** What to say of a command line that names a command that is gone; empty if it does not. */
    static Optional<String> command(String... args) {
        String first = args.length > 0 ? args[0] : "";
        String both = args.length > 1 ? first + " " + args[1] : first;
        String word = COMMANDS.containsKey(both) ? both : first;
        return Optional.ofNullable(COMMANDS.get(word))
                .map(now -> "`flamegate " + word + "` is now `flamegate " + now + "`");
    }

    /** What to say of an option that a command does not take, if it once did. */
    static Optional<String> option(String given) {
        String name = given.replaceFirst("(?s)=.*", "");
        return Optional.ofNullable(OPTIONS.get(name)).map(now -> name + " is gone: " + now);
    }
}
