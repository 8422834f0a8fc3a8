/**
 * One message to a team's channel when the state of a service changes ({@link
 * dev.flamegate.ci.notify.Notification}): for Slack, for Teams, or as plain JSON ({@link
 * dev.flamegate.ci.notify.MessageFormat}), posted to a webhook whose address is a secret ({@link
 * dev.flamegate.ci.notify.Webhook}).
 *
 * <p>Input: a finished result, which is not trusted, and what was known of the service before ({@link
 * dev.flamegate.ci.notify.Known}). Output: one request, or a reason why none is needed ({@link
 * dev.flamegate.ci.notify.Change}).
 */
@NullMarked
package dev.flamegate.ci.notify;

import org.jspecify.annotations.NullMarked;
