/** Reports that other tools read: SARIF, OpenMetrics, GitLab's load performance. */
@NullMarked
package dev.flamegate.publish.format;

import org.jspecify.annotations.NullMarked;
