package dev.flamegate.jenkins

import com.cloudbees.groovy.cps.NonCPS
import groovy.json.JsonException
import groovy.json.JsonSlurperClassic

/** The gate's result, as far as the build needs it. */
class Result implements Serializable {
    private static final long serialVersionUID = 1L

    private static final int DEEPEST = 64
    private static final int MOST_BROKEN = 100
    private static final int MOST_TEXT = 2000
    private static final List<String> VERDICTS = ['PASS', 'WARN', 'FAIL', 'INCONCLUSIVE', 'INVALID']

    /** PASS, WARN, FAIL, INCONCLUSIVE or INVALID; null if nothing was judged. */
    final String verdict
    final int exitCode
    /** One sentence. */
    final String headline
    /** The messages of all broken rules. */
    final List<String> broken

    private Result(String verdict, int exitCode, String headline, List<String> broken) {
        this.verdict = verdict
        this.exitCode = exitCode
        this.headline = headline
        this.broken = broken
    }

    /**
     * Reads the result of a process.
     *
     * @param json content of `result.json`; null if it was not written
     */
    @NonCPS
    static Result of(int exitCode, String json) {
        Map object = json == null ? null : parsed(json)
        if (object == null) {
            return new Result(null, exitCode, 'it reached no verdict, see its log', [])
        }
        List<String> broken = object.findings.findAll { it instanceof Map && it.verdict == 'FAIL' }
            .take(MOST_BROKEN).collect { cut(it.rule + ': ' + it.message) }
        return new Result(object.verdict.toString(), exitCode, cut(object.headline.toString()), new ArrayList<String>(broken))
    }

    @NonCPS
    private static Map parsed(String json) {
        if (depth(json) > DEEPEST) {
            return null
        }
        try {
            Object object = new JsonSlurperClassic().parseText(json)
            return object instanceof Map && object.verdict in VERDICTS && object.findings instanceof List ? object : null
        } catch (JsonException cutOff) {
            return null
        } catch (IllegalArgumentException empty) {
            return null
        }
    }

    /** How deeply objects and lists are nested; the parser calls itself for each. */
    @NonCPS
    private static int depth(String json) {
        int depth = 0
        int deepest = 0
        boolean text = false
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i)
            if (c == ('\\' as char)) {
                i++
            } else if (c == ('"' as char)) {
                text = !text
            } else if (!text && (c == ('{' as char) || c == ('[' as char))) {
                depth++
                deepest = Math.max(deepest, depth)
            } else if (!text && (c == ('}' as char) || c == (']' as char))) {
                depth--
            }
        }
        return deepest
    }

    @NonCPS
    private static String cut(String text) {
        return text.length() <= MOST_TEXT ? text : text.substring(0, MOST_TEXT) + '…'
    }

    /** Whether a rule is broken. An exit code of 1 without a verdict means that the program failed instead. */
    @NonCPS
    boolean isRegression() {
        return exitCode == 1 && verdict == 'FAIL'
    }

    /** Whether there is a judgement, good or bad: a verdict and the exit code that it has. */
    @NonCPS
    boolean isJudged() {
        return (exitCode == 0 && verdict in ['PASS', 'WARN', 'INCONCLUSIVE']) ||
            (exitCode == 4 && verdict == 'INCONCLUSIVE') || isRegression()
    }

    /** A line without markup, for places that might render it. */
    @NonCPS
    String plainLine() {
        String line = (verdict == null ? 'not measured' : verdict) + ': ' + headline
        return line.replace('<', '‹').replace('>', '›').replace('&', '+').replace('"', "'").replaceAll(/\s+/, ' ')
    }

    /** A line of plain text as code of Markdown, where it means nothing, without characters that are not seen. */
    @NonCPS
    static String code(String text) {
        return '`' + text.replaceAll(/[\p{C}\p{Z}]+/, ' ').replace('`', "'").trim() + ' `'
    }

    /** What the step returns. */
    @NonCPS
    Map asMap(String report) {
        return [verdict: verdict, exitCode: exitCode, headline: headline, broken: broken, report: report]
    }
}
