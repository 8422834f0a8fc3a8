package dev.flamegate.jenkins

import com.cloudbees.groovy.cps.NonCPS
import groovy.json.JsonException
import groovy.json.JsonSlurperClassic

/** The gate's result, as far as the build needs it. */
class Result implements Serializable {
    private static final long serialVersionUID = 1L

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
        List<String> broken = object.findings.findAll { it.verdict == 'FAIL' }.collect { it.rule + ': ' + it.message }
        return new Result(object.verdict.toString(), exitCode, object.headline.toString(), new ArrayList<String>(broken))
    }

    @NonCPS
    private static Map parsed(String json) {
        try {
            Object object = new JsonSlurperClassic().parseText(json)
            return object instanceof Map && object.verdict instanceof String && object.findings instanceof List ? object : null
        } catch (JsonException cutOff) {
            return null
        } catch (IllegalArgumentException empty) {
            return null
        }
    }

    /** Whether a rule is broken. An exit code of 1 without a verdict means that the program failed instead. */
    @NonCPS
    boolean isRegression() {
        return exitCode == 1 && verdict == 'FAIL'
    }

    /** Whether there is a judgement, good or bad. */
    @NonCPS
    boolean isJudged() {
        return verdict != null && (exitCode == 0 || exitCode == 4 || isRegression())
    }

    /** A line without markup, for places that might render it. */
    @NonCPS
    String plainLine() {
        String line = (verdict == null ? 'not measured' : verdict) + ': ' + headline
        return line.replace('<', '‹').replace('>', '›').replace('&', '+').replace('"', "'").replaceAll(/\s+/, ' ')
    }

    /** What the step returns. */
    @NonCPS
    Map asMap(String report) {
        return [verdict: verdict, exitCode: exitCode, headline: headline, broken: broken, report: report]
    }
}
