/**
 * Publishes the gate's result where a team reads it: a comment on the pull request of GitHub or the merge request of
 * GitLab ({@link dev.flamegate.publish.ci.CommentPoster}), and annotations of a build in GitHub, Azure, TeamCity or
 * Buildkite ({@link dev.flamegate.publish.ci.Annotations}).
 *
 * <p>Input: the {@code result.json} of a finished run ({@link dev.flamegate.report.json.Result}), which may come from a
 * stranger's pull request and is not trusted, and the environment that the CI system sets
 * ({@link dev.flamegate.publish.ci.RequestFinder}). Output: requests to the forge's API, or text. A problem here is a
 * {@link dev.flamegate.publish.ci.CommentFailed} and never changes the verdict.
 */
@NullMarked
package dev.flamegate.publish.ci;

import org.jspecify.annotations.NullMarked;
