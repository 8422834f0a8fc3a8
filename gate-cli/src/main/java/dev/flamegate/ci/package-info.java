/**
 * What the gate says where a team reads it: a comment on the pull request of GitHub or the merge request of GitLab
 * ({@link dev.flamegate.ci.CommentPoster}), and GitHub's annotations ({@link dev.flamegate.ci.Annotations}).
 *
 * <p>Input: the {@code result.json} of a finished run ({@link dev.flamegate.report.json.Result}), which may have come from
 * somebody else's pull request and is trusted in nothing, and the environment that the CI system sets
 * ({@link dev.flamegate.ci.RequestFinder}). Output: requests to the forge's API, or text. What goes wrong here is
 * {@link dev.flamegate.ci.CommentFailed}, never a verdict.
 */
@NullMarked
package dev.flamegate.ci;

import org.jspecify.annotations.NullMarked;
