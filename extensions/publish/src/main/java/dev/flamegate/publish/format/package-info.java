/** Reports that forges and other tools show: a summary in Markdown, SARIF, OpenMetrics, GitLab's load performance. */
@NullMarked
package dev.flamegate.publish.format;

import org.jspecify.annotations.NullMarked;
