/** What differs between the files of two builds: methods and resources. */
@NullMarked
package dev.flamegate.work.code;

import org.jspecify.annotations.NullMarked;
