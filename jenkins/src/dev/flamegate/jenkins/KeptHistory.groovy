package dev.flamegate.jenkins

import com.cloudbees.groovy.cps.NonCPS

/**
 * Carries stored runs from build to build as an artefact, for agents that do not keep a folder. Without the history,
 * growth against earlier runs is recorded but not judged, so no problem here ends the build.
 */
class KeptHistory implements Serializable {
    private static final long serialVersionUID = 1L

    private final Object steps
    private final Settings settings
    private final Agent agent

    KeptHistory(Object steps, Settings settings, Agent agent) {
        this.steps = steps
        this.settings = settings
        this.agent = agent
    }

    /** Fetches what the last completed build archived. */
    void restore() {
        if (!settings.keepsHistoryAsArtifact()) {
            return
        }
        String sh = steps.libraryResource('dev/flamegate/jenkins/fetch-history.sh')
        String bat = steps.libraryResource('dev/flamegate/jenkins/fetch-history.bat')
        String credentials = settings.text('historyCredentials')
        int code = 0
        steps.withEnv(['FLAMEGATE_HISTORY_FROM=' + address(), 'FLAMEGATE_HISTORY_TO=' + archive()]) {
            if (credentials == null) {
                code = agent.script(sh, bat, 'fetch the history')
            } else {
                steps.withCredentials([steps.usernamePassword(credentialsId: credentials,
                    usernameVariable: 'FLAMEGATE_HISTORY_USER', passwordVariable: 'FLAMEGATE_HISTORY_PASSWORD')]) {
                    code = agent.script(sh, bat, 'fetch the history')
                }
            }
        }
        if (code == 0) {
            code = agent.flamegate(['history', 'import', archive(), '--history=' + settings.historyFolder()],
                settings.folder() + '.import', 'flamegate history import')
        }
        if (code != 0) {
            steps.echo('flamegate: no history of an earlier build could be fetched; this build starts a new one')
        }
    }

    /** Archives the history of this build, and publishes its trends if asked to. */
    void keep() {
        String place = settings.historyFolder() == null ? null : '--history=' + settings.historyFolder()
        List<String> where = place == null ? ['--plan=' + settings.text('plan', 'flamegate.yaml')] : [place]
        if (settings.keepsHistoryAsArtifact()) {
            agent.flamegate(['history', 'prune', '--keep=' + settings.text('keepRuns', '50')] + where,
                settings.folder() + '.prune', 'flamegate history prune')
            int code = agent.flamegate(['history', 'export', archive()] + where,
                settings.folder() + '.export', 'flamegate history export')
            if (code == 0) {
                new Publisher(steps, settings).archive(archive())
            }
        }
        if (settings.flag('trends', false)) {
            String folder = settings.folder() + '-trends'
            int code = agent.flamegate(['history', 'site', folder] + where, settings.folder() + '.site', 'flamegate history site')
            if (code == 0) {
                new Publisher(steps, settings).html(folder, 'Flamegate ' + settings.name() + ' trends')
            }
        }
    }

    @NonCPS
    private String archive() {
        return settings.folder() + '-history.zip'
    }

    private String address() {
        String given = settings.text('historyFrom')
        return given != null ? given : steps.env.JOB_URL + 'lastCompletedBuild/artifact/' + archive()
    }
}
