/**
 * The history as a static site: one {@link dev.flamegate.trends.site.Site} in, pages and their style sheet out.
 *
 * <p>The list, the trends and the culprits are complete without any script and filter by style alone; only the page
 * that compares any two runs needs one, and names it by its hash in its content security policy.
 */
@NullMarked
package dev.flamegate.trends.site;

import org.jspecify.annotations.NullMarked;
