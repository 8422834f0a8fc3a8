package dev.flamegate.jenkins

import com.cloudbees.groovy.cps.NonCPS

/** The command line of `flamegate comment`. */
class Comment implements Serializable {
    private static final long serialVersionUID = 1L

    /**
     * Its arguments; without the build's URL the comment has no links.
     *
     * @param report folder of the reports
     * @param name distinguishes this gate's comment from others on the same pull request
     * @param changeUrl page of the pull or merge request
     * @param buildUrl URL of this build; null if Jenkins does not know its own address
     */
    @NonCPS
    static List<String> words(String report, String name, String changeUrl, String buildUrl) {
        List<String> words = ['comment', '--report=' + report, '--key=' + name, '--pull-request=' + changeUrl]
        if (buildUrl != null) {
            words << '--report-url=' + buildUrl + 'artifact/' + report + '/index.html'
            words << '--flame-url=' + buildUrl + 'artifact/' + report + '/flame.html'
        }
        return words
    }
}
