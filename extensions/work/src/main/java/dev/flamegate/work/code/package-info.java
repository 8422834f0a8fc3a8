/** Compares the files of two builds: their methods and resources. */
@NullMarked
package dev.flamegate.work.code;

import org.jspecify.annotations.NullMarked;
