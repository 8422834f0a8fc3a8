/**
 * Profiles in the formats of other tools.
 *
 * <p>Input: text or bytes of such a format, of which nothing is trusted, or call trees. Output: call trees with
 * canonical names, or the format. No files: {@code java.io} streams at most.
 */
@NullMarked
package dev.flamegate.profile.format;

import org.jspecify.annotations.NullMarked;
