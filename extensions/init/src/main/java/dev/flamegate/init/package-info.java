/**
 * A first plan for the service in a folder: from its build files and configuration ({@link dev.flamegate.init.Project})
 * to what can be guessed about it ({@link dev.flamegate.init.Service}) to files ({@link dev.flamegate.init.Scaffold}).
 * Each framework has one {@code Framework} with its peculiarities, listed in {@code Frameworks}. The command builds,
 * starts and overwrites nothing. {@code init.simulation} reads requests for the simulation from a file.
 */
@NullMarked
package dev.flamegate.init;

import org.jspecify.annotations.NullMarked;
