/**
 * Runs the shared library as Jenkins does: compiled by its Groovy 2.4, transformed by its continuation passing, written
 * out and read back at every step. The steps themselves are doubles on a folder.
 */
@NullMarked
package dev.flamegate.pipeline;

import org.jspecify.annotations.NullMarked;
