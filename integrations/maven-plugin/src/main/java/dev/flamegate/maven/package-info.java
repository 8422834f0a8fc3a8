/**
 * The goals of the Maven plugin. They resolve the gate as Maven resolves anything, lay its files out as an installation
 * has them, and start it as a process of its own.
 */
@NullMarked
package dev.flamegate.maven;

import org.jspecify.annotations.NullMarked;
