/** Pages in a real browser: runs the tests of {@code src/test/browser} with what Java wrote for them. */
@NullMarked
package dev.flamegate.report.browser;

import org.jspecify.annotations.NullMarked;
