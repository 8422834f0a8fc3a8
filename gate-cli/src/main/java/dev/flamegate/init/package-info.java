/**
 * A first plan for the service in a folder: from its build files and configuration ({@link dev.flamegate.init.Project})
 * to what can be guessed about it ({@link dev.flamegate.init.Service}) to files ({@link dev.flamegate.init.Scaffold}).
 * What differs between frameworks is one {@code Framework} each, listed in {@code Frameworks}.
 * Nothing is built, started or overwritten. {@code init.simulation} reads requests for the simulation from a file.
 */
@NullMarked
package dev.flamegate.init;

import org.jspecify.annotations.NullMarked;
