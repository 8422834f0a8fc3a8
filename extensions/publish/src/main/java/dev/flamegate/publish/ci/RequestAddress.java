package dev.flamegate.publish.ci;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of a pull or merge request's page, taken apart.
 *
 * @param gitLab whether it is GitLab's, else GitHub's
 * @param server scheme and host, with the port where there is one
 * @param repository path of the repository
 * @param page the address up to the number
 */
record RequestAddress(boolean gitLab, String server, String repository, String number, String page) {
    private static final Pattern GITHUB = Pattern.compile("(https?://[^/\\s?#]+)/([^/\\s?#]+/[^/\\s?#]+)/pull/(\\d+)");
    private static final Pattern GITLAB =
            Pattern.compile("(https?://[^/\\s?#]+)/([^\\s?#]+?)(?:/-)?/merge_requests/(\\d+)");

    /**
     * Reads an address.
     *
     * @throws CommentFailed when it is that of another page
     */
    static RequestAddress of(String address) {
        Matcher gitHub = GITHUB.matcher(address);
        Matcher gitLab = GITLAB.matcher(address);
        Matcher found = gitHub.lookingAt() ? gitHub : gitLab;
        if (found == gitLab && !gitLab.lookingAt()) {
            throw new CommentFailed(address.replaceAll("\\p{Cntrl}", " ")
                    + ": not the address of a pull request (https://HOST/OWNER/NAME/pull/1) or merge request"
                    + " (https://HOST/PATH/-/merge_requests/1)");
        }
        return new RequestAddress(found == gitLab, found.group(1), found.group(2), found.group(3), found.group());
    }

    /**
     * A number of a pull or merge request.
     *
     * @throws CommentFailed when it is invalid
     */
    static long number(String text) {
        if (!text.matches("[1-9]\\d{0,17}")) {
            throw new CommentFailed(text.replaceAll("\\p{Cntrl}", " ")
                    + ": not the number of a pull or merge request (--pull-request)");
        }
        return Long.parseLong(text);
    }
}
