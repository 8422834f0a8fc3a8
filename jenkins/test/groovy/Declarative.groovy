/** As much of declarative pipelines as the examples use. */
class Declarative implements Serializable {
    private static final long serialVersionUID = 1L

    private boolean failed
    private Closure all
    private Closure after

    def run(Closure pipeline) {
        Exception error = null
        within(pipeline)
        try {
            within(all)
        } catch (Exception caught) {
            error = caught
            failed = true
        }
        if (after != null) {
            within(after)
        }
        if (error != null) {
            throw error
        }
    }

    private def within(Closure body) {
        body.delegate = this
        body.resolveStrategy = Closure.DELEGATE_FIRST
        return body()
    }

    def getAny() {
        return 'any'
    }

    def getNone() {
        return 'none'
    }

    def agent(Object which) {
        return which instanceof Closure ? within(which) : null
    }

    def label(String label) {
    }

    def options(Closure body) {
        within(body)
    }

    def timeout(Map time) {
    }

    def buildDiscarder(Object strategy) {
    }

    def logRotator(Map numbers) {
    }

    def stages(Closure body) {
        all = body
    }

    def stage(String name, Closure body) {
        within(body)
    }

    def parallel(Closure body) {
        within(body)
    }

    def steps(Closure body) {
        within(body)
    }

    def when(Closure body) {
    }

    def post(Closure body) {
        after = body
    }

    def always(Closure body) {
        within(body)
    }

    def failure(Closure body) {
        if (failed) {
            within(body)
        }
    }

    def library(String name) {
    }
}
