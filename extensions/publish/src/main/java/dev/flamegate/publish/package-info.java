/**
 * Verdicts for others: comments on pull requests, annotations of builds, messages, an HTTP server, tools for coding
 * agents, files for other tools.
 */
@NullMarked
package dev.flamegate.publish;

import org.jspecify.annotations.NullMarked;
