import dev.flamegate.jenkins.Gate
import dev.flamegate.jenkins.Settings

/** Runs the gate in the present workspace, publishes what it found, and maps its exit code. Every option: flamegate.txt */
Map call(Map options = [:]) {
    List<String> problems = Settings.problems(options)
    if (problems) {
        error("flamegate: " + problems.join('; '))
    }
    return new Gate(this, new Settings(options)).run()
}
