/** The steps that run other steps, as pipeline code, so that what they run can stop at a step and continue. */
class Blocks implements Serializable {
    private static final long serialVersionUID = 1L

    def pipelineScript

    def pipeline(Closure body) {
        new Declarative().run(body)
    }

    def node(String label = '', Closure body) {
        String before = pipelineScript.enterNode(label: label)
        try {
            return body()
        } finally {
            pipelineScript.leaveNode(name: before)
        }
    }

    def script(Closure body) {
        body()
    }

    def timeout(Map options, Closure body) {
        body()
    }

    def stage(String name, Closure body) {
        body()
    }

    def dir(String path, Closure body) {
        pipelineScript.enterDir(path: path)
        try {
            return body()
        } finally {
            pipelineScript.leaveDir(path: path)
        }
    }

    def withEnv(List variables, Closure body) {
        pipelineScript.enterEnv(variables: variables)
        try {
            return body()
        } finally {
            pipelineScript.leaveEnv(variables: variables)
        }
    }

    def withCredentials(List bindings, Closure body) {
        List variables = []
        for (int i = 0; i < bindings.size(); i++) {
            Map binding = bindings.get(i)
            String secret = pipelineScript.secret(id: binding.credentialsId)
            if (binding.variable) {
                variables << binding.variable + '=' + secret
            } else {
                variables << binding.usernameVariable + '=' + secret.split(':')[0]
                variables << binding.passwordVariable + '=' + secret.split(':')[1]
            }
        }
        return withEnv(variables, body)
    }

    def catchError(Map options, Closure body) {
        try {
            body()
        } catch (Exception caught) {
            pipelineScript.echo(options.message ?: caught.message)
            pipelineScript.result(result: options.buildResult ?: 'FAILURE')
        }
    }

    /** Runs them one after the other, each to its end, and fails with the first failure. */
    def parallel(Map branches) {
        Exception first = null
        Map results = [:]
        List names = new ArrayList(branches.keySet())
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i) != 'failFast') {
                try {
                    Closure body = branches.get(names.get(i))
                    results.put(names.get(i), body())
                } catch (Exception caught) {
                    first = first ?: caught
                }
            }
        }
        if (first != null) {
            throw first
        }
        return results
    }
}
