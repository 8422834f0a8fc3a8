package dev.flamegate.jenkins

import com.cloudbees.groovy.cps.NonCPS

/** The command line of `flamegate comment`. */
class Comment implements Serializable {
    private static final long serialVersionUID = 1L

    /**
     * Its words.
     *
     * @param report folder of the reports
     * @param change number of the pull or merge request
     * @param changeUrl its page, `https://HOST/OWNER/NAME/pull/7`; null where Jenkins does not say
     * @param buildUrl of this build; null where Jenkins does not know its own address
     */
    @NonCPS
    static List<String> words(String report, String change, String changeUrl, String buildUrl) {
        List<String> words = ['comment', '--report=' + report]
        return words
    }
}
