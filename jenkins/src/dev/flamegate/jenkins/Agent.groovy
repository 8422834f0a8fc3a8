package dev.flamegate.jenkins

import com.cloudbees.groovy.cps.NonCPS

/**
 * Runs flamegate on an agent. Its arguments go into a file that flamegate reads (`@FILE`), so that no shell ever sees a
 * branch name or a pipeline's option.
 */
class Agent implements Serializable {
    private static final long serialVersionUID = 1L

    /** A result has some hundred kilobytes. */
    private static final int MOST_BYTES = 4000000

    private final Object steps
    private final boolean unix
    private final String executable

    Agent(Object steps, boolean unix, String executable) {
        this.steps = steps
        this.unix = unix
        this.executable = executable
    }

    /**
     * The exit code of one command line.
     *
     * @param file the file its arguments are written to: only letters, digits and `._-/`
     */
    int flamegate(List<String> words, String file, String label) {
        steps.writeFile(file: file, text: fileOf(words), encoding: 'UTF-8')
        steps.echo('flamegate ' + words.join(' '))
        return script("'" + executable + "' '@" + file + "'", windows(executable, file), label)
    }

    /** The exit code of a script. */
    int script(String sh, String bat, String label) {
        if (unix) {
            return steps.sh(script: sh, returnStatus: true, label: label) as int
        }
        return steps.bat(script: bat, returnStatus: true, label: label) as int
    }

    /**
     * Whether a file is there and small enough for the controller, which reads files of an agent whole: the code that
     * was measured can have replaced it.
     *
     * @param file only letters, digits and `._-/`
     */
    boolean isSmall(String file) {
        return steps.fileExists(file) && script(
            "test -f '" + file + "' && test \"\$(wc -c < '" + file + "')\" -le " + MOST_BYTES,
            '@for %%I in ("' + file.replace('/', '\\') + '") do @if %%~zI GTR ' + MOST_BYTES + ' exit /b 1',
            'is ' + file + ' small?') == 0
    }

    /** Whether a Docker engine answers. */
    boolean hasDocker() {
        return script('docker info > /dev/null 2>&1', '@docker info > nul 2>&1', 'is there a Docker engine?') == 0
    }

    @NonCPS
    private static String windows(String executable, String file) {
        return '@call "' + executable.replace('/', '\\') + '" "@' + file.replace('/', '\\') + '"'
    }

    /** One argument per line, in quotes, as picocli reads them. */
    @NonCPS
    static String fileOf(List<String> words) {
        return words.collect { '"' + it.replace('\\', '\\\\').replace('"', '\\"') + '"\n' }.join('')
    }
}
