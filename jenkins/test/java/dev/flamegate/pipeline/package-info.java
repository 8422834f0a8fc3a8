/**
 * Runs the shared library as Jenkins does: compiled by its Groovy 2.4, transformed by its continuation passing, saved
 * and restored at every step. The steps themselves are test doubles that work on a folder.
 */
@NullMarked
package dev.flamegate.pipeline;

import org.jspecify.annotations.NullMarked;
