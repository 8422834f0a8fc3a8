package dev.flamegate.jenkins

/** One call of the step: measures and judges, publishes, keeps the history, and sets the build's result. */
class Gate implements Serializable {
    private static final long serialVersionUID = 1L

    private final Object steps
    private final Settings settings

    Gate(Object steps, Settings settings) {
        this.steps = steps
        this.settings = settings
    }

    /** The outcome as a map; ends with an error if the build must fail. */
    Map run() {
        String folder = settings.folder()
        Agent agent = new Agent(steps, steps.isUnix(), settings.text('executable', 'flamegate'))
        KeptHistory history = new KeptHistory(steps, settings, agent)
        Publisher publisher = new Publisher(steps, settings)
        clear(folder)
        history.restore()
        int code = agent.flamegate(settings.words(lacksDocker(agent)), folder + '.arguments', label())
        String json = read(agent, folder + '/result.json')
        Result result = Result.of(code, json)
        publisher.publish(result)
        comment(json, result)
        history.keep()
        conclude(result)
        return result.asMap(folder)
    }

    /** Reports of an earlier attempt at this stage must not be mistaken for those of this one. */
    private void clear(String folder) {
        steps.dir(folder) {
            steps.deleteDir()
        }
    }

    private boolean lacksDocker(Agent agent) {
        if (settings.text('withoutDocker') == null || agent.hasDocker()) {
            return false
        }
        steps.echo('flamegate: no Docker engine answers on this agent; the runtime is ' + settings.text('withoutDocker'))
        return true
    }

    private String label() {
        return 'flamegate ' + settings.text('mode', 'run') + ' (' + settings.name() + ')'
    }

    private String read(Agent agent, String file) {
        return agent.isSmall(file) ? steps.readFile(file: file, encoding: 'UTF-8') : null
    }

    /**
     * Comments on the pull request, if there is one and credentials are given, from another agent: a process that the
     * change left behind on this one could read the token. Only the text of the result goes there. A failure to comment
     * does not fail the build.
     */
    private void comment(String json, Result result) {
        String credentials = settings.text('comment')
        String change = steps.env.CHANGE_URL
        if (credentials == null || change == null || result.verdict == null) {
            return
        }
        String measuredOn = steps.env.NODE_NAME
        String folder = settings.folder()
        String variable = change.contains('/merge_requests/') ? 'GITLAB_TOKEN' : 'GITHUB_TOKEN'
        List<String> words = Comment.words(folder, settings.name(), change, steps.env.BUILD_URL)
        int code = 0
        steps.node(settings.text('commentOn')) {
            if (steps.env.NODE_NAME == measuredOn) {
                steps.echo('flamegate: ' + measuredOn + ' measured the change, so it does not get the token: commentOn has to be the label of other agents')
                code = 1
            } else {
                clear(folder)
                steps.writeFile(file: folder + '/result.json', text: json, encoding: 'UTF-8')
                Agent other = new Agent(steps, steps.isUnix(), settings.text('executable', 'flamegate'))
                steps.withCredentials([steps.string(credentialsId: credentials, variable: variable)]) {
                    code = other.flamegate(words, folder + '.comment', 'flamegate comment')
                }
            }
        }
        if (code != 0) {
            steps.echo('flamegate: the comment could not be written (exit code ' + code + ', see above); the verdict stands')
        }
    }

    /** Sets the build's result. */
    private void conclude(Result result) {
        String message = settings.name() + ': ' + result.plainLine()
        if (result.isRegression()) {
            Object failBuild = settings.text('failBuild', 'true')
            end(failBuild == 'true' ? 'failure' : failBuild == 'unstable' ? 'unstable' : 'pass', message)
        } else if (result.exitCode == 4 && result.isJudged()) {
            end(settings.text('inconclusive', 'pass'), message)
        } else if (result.exitCode == 2 || result.exitCode == 126 || result.exitCode == 127) {
            steps.error('flamegate: the plan, the rules, the options or the installation are wrong, see the log')
        } else if (result.exitCode != 0 || !result.isJudged()) {
            end(settings.text('notMeasured', 'unstable'), message + ' (exit code ' + result.exitCode
                + ': it could not measure; this says nothing about the build)')
        } else {
            steps.echo('flamegate: ' + message)
        }
    }

    private void end(String how, String message) {
        switch (how) {
            case 'failure':
                steps.error('flamegate: ' + message)
                break
            case 'unstable':
                steps.unstable('flamegate: ' + message)
                break
            case 'not_built':
                steps.catchError(buildResult: 'NOT_BUILT', stageResult: 'NOT_BUILT', message: 'flamegate: ' + message) {
                    steps.error('flamegate: ' + message)
                }
                break
            default:
                steps.echo('flamegate: ' + message)
        }
    }
}
