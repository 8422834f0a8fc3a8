package dev.flamegate.os;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The variables that a program of the change under test gets: those of the gate without what looks like a secret, and
 * without the files and addresses through which a CI job takes orders. It is no wall: a program of the same user can
 * read the gate's own environment where the system lets it.
 */
public final class ChildEnvironment {
    /** Words of a name, between underscores, that make its value a secret. */
    private static final Set<String> WORDS = Set.of(
            "TOKEN",
            "SECRET",
            "SECRETS",
            "PASSWORD",
            "PASSWD",
            "PASS",
            "PASSPHRASE",
            "CREDENTIAL",
            "CREDENTIALS",
            "APIKEY",
            "JWT",
            "PAT",
            "AUTHORIZATION",
            "COOKIE",
            "COOKIES",
            "CONNECTIONSTRING",
            "DSN",
            "WEBHOOK",
            "WEBHOOKS");

    /** Words that do the same at the end of a name, but not alone: PWD is a folder, AUTH_MODE a choice. */
    private static final Set<String> LAST_WORDS = Set.of("AUTH", "PWD");

    /** Words that do the same together. */
    private static final Pattern TOGETHER = Pattern.compile("(?<![A-Z])CONNECTION[_.-]STRING(?![A-Z])");

    /** Endings of a word that do the same, as in {@code PGPASSWORD}. */
    private static final List<String> ENDINGS = List.of("PASSWORD", "PASSWD", "TOKEN", "SECRET");

    /** Variables that contain a secret, or let a program take part in the job, without such a word. */
    private static final Set<String> NAMES = Set.of(
            "GITHUB_ENV",
            "GITHUB_PATH",
            "GITHUB_OUTPUT",
            "GITHUB_STATE",
            "GITHUB_STEP_SUMMARY",
            "CI_REPOSITORY_URL",
            "DOCKER_AUTH_CONFIG",
            "GIT_CONFIG_COUNT",
            "GIT_CONFIG_PARAMETERS",
            "SSH_AUTH_SOCK");

    /**
     * The prefixes of the variables of a runner's own services, and of git's settings, which may have a header with a
     * token; git wants all of them or none.
     */
    private static final List<String> PREFIXES = List.of("ACTIONS_", "GIT_CONFIG_KEY_", "GIT_CONFIG_VALUE_");

    private static final int MOST_NAMED = 8;

    private final Map<String, String> variables;
    private final SortedSet<String> withheld;

    private ChildEnvironment(Map<String, String> variables, SortedSet<String> withheld) {
        this.variables = variables;
        this.withheld = withheld;
    }

    /**
     * The environment for child processes, without secrets.
     *
     * @param secret names whose values are secrets, whatever they are called
     * @param inherited names that are passed on all the same
     */
    public static ChildEnvironment of(
            Map<String, String> environment, Collection<String> secret, Collection<String> inherited) {
        Map<String, String> left = new TreeMap<>();
        SortedSet<String> withheld = new TreeSet<>();
        environment.forEach((name, value) -> {
            if (!inherited.contains(name) && (secret.contains(name) || isSecret(name))) {
                withheld.add(name);
            } else {
                left.put(name, value);
            }
        });
        return new ChildEnvironment(left, withheld);
    }

    /** True if the name of a variable suggests that its value is a secret. */
    public static boolean isSecret(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        if (NAMES.contains(upper) || PREFIXES.stream().anyMatch(upper::startsWith)) {
            return true;
        }
        List<String> words = List.of(upper.split("[_.-]", -1));
        return words.stream()
                        .anyMatch(
                                word -> WORDS.contains(word) || ENDINGS.stream().anyMatch(word::endsWith))
                // API_KEY, AWS_ACCESS_KEY_ID; but not KEY alone, or KEYBOARD.
                || words.lastIndexOf("KEY") > 0
                || (words.size() > 1 && LAST_WORDS.contains(words.get(words.size() - 1)))
                || TOGETHER.matcher(upper).find();
    }

    /** The variables that are passed on, by name. */
    public Map<String, String> variables() {
        return Map.copyOf(variables);
    }

    /** The names of the variables that are not passed on. */
    public SortedSet<String> withheld() {
        return new TreeSet<>(withheld);
    }

    /**
     * A hint for the message of a program that failed: a sentence with the names of withheld variables, but no values;
     * empty when nothing was withheld.
     */
    public String hint() {
        if (withheld.isEmpty()) {
            return "";
        }
        List<String> named = withheld.stream().limit(MOST_NAMED).toList();
        String more = withheld.size() > MOST_NAMED ? " and " + (withheld.size() - MOST_NAMED) + " more" : "";
        return "Variables withheld from it, because they look like secrets: " + String.join(", ", named) + more
                + ". If it needs one, set it in target: environment, or name it in inherit: in the plan.";
    }
}
