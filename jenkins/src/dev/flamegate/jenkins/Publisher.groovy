package dev.flamegate.jenkins

import com.cloudbees.groovy.cps.NonCPS

/** Puts reports where Jenkins shows them. What needs a missing plugin is left out, with a line in the log. */
class Publisher implements Serializable {
    private static final long serialVersionUID = 1L

    /** Maximum number of rules in a check's summary; GitHub accepts 65 535 characters. */
    private static final int MOST_RULES = 20

    private final Object steps
    private final Settings settings

    Publisher(Object steps, Settings settings) {
        this.steps = steps
        this.settings = settings
    }

    void publish(Result result) {
        String folder = settings.folder()
        if (result.verdict != null) {
            junit(folder)
            html(folder, 'Flamegate ' + settings.name())
            checks(result)
        }
        archive(folder + '/**')
        describe(result)
        badge(result)
    }

    /** Publishes a folder with an `index.html`. */
    void html(String folder, String title) {
        try {
            steps.publishHTML(target: [
                reportDir: folder, reportFiles: 'index.html', reportName: title,
                keepAll: true, alwaysLinkToLastBuild: true, allowMissing: true
            ])
        } catch (NoSuchMethodError missing) {
            without('HTML Publisher', missing)
        }
    }

    void archive(String pattern) {
        steps.archiveArtifacts(artifacts: pattern, allowEmptyArchive: true)
    }

    /** Does not set the build's status, because `failBuild` decides what a broken rule does to it. */
    private void junit(String folder) {
        try {
            steps.junit(testResults: folder + '/junit.xml', allowEmptyResults: true, skipMarkingBuildUnstable: true)
        } catch (NoSuchMethodError missing) {
            without('JUnit', missing)
        }
    }

    private void checks(Result result) {
        if (!settings.flag('checks', true)) {
            return
        }
        try {
            steps.publishChecks(name: 'Flamegate ' + settings.name(), title: result.verdict,
                summary: summary(result), conclusion: conclusion(result), detailsURL: steps.env.BUILD_URL)
        } catch (NoSuchMethodError missing) {
            without('Checks API', missing)
        }
    }

    /** Writes this gate's line of the build's description; a second attempt replaces it. */
    private void describe(Result result) {
        steps.currentBuild.description = described(steps.currentBuild.description, settings.name() + ': ', result.plainLine())
    }

    private void badge(Result result) {
        try {
            steps.addBadge(id: 'flamegate-' + settings.name(), text: settings.name() + ' ' + (result.verdict ?: 'not measured'))
        } catch (NoSuchMethodError missing) {
            without('Badge', missing)
        } catch (IllegalArgumentException older) {
            steps.echo('flamegate: the plugin Badge is older than 2.0 and cannot show text: ' + older.message)
        }
    }

    private void without(String plugin, NoSuchMethodError missing) {
        steps.echo('flamegate: without the plugin ' + plugin + ' this is left out: ' + missing.message)
    }

    @NonCPS
    static String described(String before, String beginning, String line) {
        List<String> lines = before == null ? [] : before.split('\n').findAll { !it.startsWith(beginning) && !it.isEmpty() }
        return (lines + [beginning + line]).join('\n')
    }

    /**
     * The text of the check, which is published under the name of an app: the change's code can have written every text
     * of the result, so all of them are code, without links, images and mentions.
     */
    @NonCPS
    private static String summary(Result result) {
        List<String> lines = [Result.code(result.headline)]
        lines.addAll(result.broken.take(MOST_RULES).collect { '- ' + Result.code(it) })
        if (result.broken.size() > MOST_RULES) {
            lines << '… and ' + (result.broken.size() - MOST_RULES) + ' more'
        }
        return lines.join('\n\n')
    }

    @NonCPS
    private String conclusion(Result result) {
        if (!result.isJudged()) {
            return 'NEUTRAL'
        }
        return result.isRegression() && settings.text('failBuild', 'true') == 'true' ? 'FAILURE'
            : result.isRegression() || result.exitCode == 4 ? 'NEUTRAL' : 'SUCCESS'
    }
}
