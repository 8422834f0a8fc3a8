package dev.flamegate.jenkins

import com.cloudbees.groovy.cps.NonCPS

/** The options of the step with their defaults. */
class Settings implements Serializable {
    private static final long serialVersionUID = 1L

    private final Map options

    Settings(Map options) {
        this.options = new LinkedHashMap(options)
    }

    /** All problems with the options; empty when there are none. */
    @NonCPS
    static List<String> problems(Map options) {
        Map<String, Closure> known = known()
        List<String> problems = []
        options.each { key, value ->
            Closure fits = known[key.toString()]
            if (fits == null) {
                problems << "unknown option '${key}', there are ${known.keySet().join(', ')}".toString()
            } else if (value != null && !fits.call(value)) {
                problems << "option ${key} cannot be '${value}', see the help of the step".toString()
            }
        }
        if (options.mode != 'compare') {
            problems.addAll(['baseline', 'candidate', 'budget', 'preset'].findAll { options[it] != null }.collect {
                "option ${it} belongs to mode: 'compare'".toString()
            })
        }
        if (options.historyFrom != null && options.history != 'artifacts') {
            problems << "option historyFrom belongs to history: 'artifacts'"
        }
        if (options.comment != null && options.commentOn == null) {
            problems << "option comment needs commentOn, the label of agents where no code of a change runs"
        }
        return problems
    }

    @NonCPS
    private static Map<String, Closure> known() {
        Closure text = { it instanceof CharSequence && !it.toString().isEmpty() && !hasControls(it.toString()) }
        return [
            plan: text,
            mode: oneOf(['run', 'compare']),
            name: { it instanceof CharSequence && it.toString() ==~ /[A-Za-z0-9][A-Za-z0-9 ._-]{0,60}/ },
            executable: { it instanceof CharSequence && it.toString() ==~ /[A-Za-z0-9_.~\/\\][A-Za-z0-9 _.:~+\/\\-]*/ },
            baseline: text,
            candidate: text,
            budget: text,
            preset: oneOf(['fast', 'nightly']),
            runtime: oneOf(['process', 'container', 'attach']),
            withoutDocker: oneOf(['process', 'attach']),
            rules: { texts(it, text) },
            set: { it instanceof Map && it.every { key, value -> text.call(key) && !hasControls("${value}") } },
            arguments: { texts(it, text) },
            failBuild: { it in [true, false, 'unstable'] },
            notMeasured: oneOf(['unstable', 'not_built', 'failure']),
            inconclusive: oneOf(['pass', 'unstable', 'failure']),
            history: text,
            historyFrom: { text.call(it) && it.toString() ==~ /https?:.*/ },
            historyCredentials: text,
            keepRuns: { it instanceof Integer && it > 0 },
            trends: { it instanceof Boolean },
            comment: text,
            commentOn: text,
            checks: { it instanceof Boolean }
        ]
    }

    @NonCPS
    private static Closure oneOf(List words) {
        return { it instanceof CharSequence && words.contains(it.toString()) }
    }

    @NonCPS
    private static boolean texts(Object value, Closure text) {
        return value instanceof List && value.every { text.call(it) }
    }

    /** Control characters: no valid option contains a line feed, but one might start a new line of a script. */
    @NonCPS
    private static boolean hasControls(String text) {
        return text.toCharArray().any { Character.isISOControl(it as char) }
    }

    @NonCPS
    String text(String key, String otherwise = null) {
        Object value = options[key]
        return value == null ? otherwise : value.toString()
    }

    /** Whether the option is true; an absent one has the given default. */
    @NonCPS
    boolean flag(String key, boolean otherwise) {
        Object value = options[key]
        return value == null ? otherwise : value == true
    }

    /**
     * The name of its reports: the given one, or else `flamegate`, with the plan's name if that is not the usual one.
     */
    @NonCPS
    String name() {
        if (options.name != null) {
            return options.name.toString()
        }
        String plan = text('plan', 'flamegate.yaml').replaceAll(/.*[\/\\]/, '').replaceAll(/\.ya?ml$/, '')
        String word = plan.replaceAll(/[^A-Za-z0-9._-]+/, '-')
        return word == 'flamegate' || word.isEmpty() ? 'flamegate' : 'flamegate-' + word
    }

    /** Where its reports go, relative to the workspace: only letters, digits and `._-/`. */
    @NonCPS
    String folder() {
        return 'build/flamegate/' + name().replace(' ', '-')
    }

    /** Whether the history is passed from build to build as an artefact. */
    @NonCPS
    boolean keepsHistoryAsArtifact() {
        return options.history == 'artifacts'
    }

    /** The folder of stored runs; null for the plan's. */
    @NonCPS
    String historyFolder() {
        return keepsHistoryAsArtifact() ? folder() + '-history' : text('history')
    }

    /** The arguments of the gate's command line. */
    @NonCPS
    List<String> words(boolean withoutDocker) {
        List<String> words = [text('mode', 'run'), '--plan=' + text('plan', 'flamegate.yaml'), '--report=' + folder()]
        String runtime = withoutDocker && options.withoutDocker != null ? text('withoutDocker') : text('runtime')
        add(words, 'runtime', runtime)
        add(words, 'history', historyFolder())
        ['baseline', 'candidate', 'budget'].each { add(words, it, text(it)) }
        if (options.preset != null) {
            words << '--' + text('preset')
        }
        options.rules.each { words << '--rules=' + it }
        options.set.each { key, value -> words << '--set=' + key + '=' + value }
        if (text('inconclusive', 'pass') != 'pass') {
            words << '--fail-on-inconclusive'
        }
        options.arguments.each { words << it.toString() }
        return words
    }

    @NonCPS
    private static void add(List<String> words, String option, String value) {
        if (value != null) {
            words << '--' + option + '=' + value
        }
    }
}
