/**
 * One message to a team's channel when the state of a service changes ({@link
 * dev.flamegate.publish.notify.Notification}): for Slack, for Teams, or as plain JSON ({@link
 * dev.flamegate.publish.notify.MessageFormat}), posted to a webhook whose address is a secret ({@link
 * dev.flamegate.publish.notify.Webhook}).
 *
 * <p>Input: a finished result, which is not trusted, and what was known of the service before ({@link
 * dev.flamegate.publish.notify.Known}). Output: one request, or a reason why none is needed ({@link
 * dev.flamegate.publish.notify.Change}).
 */
@NullMarked
package dev.flamegate.publish.notify;

import org.jspecify.annotations.NullMarked;
