import dev.flamegate.jenkins.Gate
import dev.flamegate.jenkins.Settings

/** Runs the gate in the current workspace, publishes its results, and maps its exit code. Every option: flamegate.txt */
Map call(Map options = [:]) {
    List<String> problems = Settings.problems(options)
    if (problems) {
        error("flamegate: " + problems.join('; '))
    }
    return new Gate(this, new Settings(options)).run()
}
