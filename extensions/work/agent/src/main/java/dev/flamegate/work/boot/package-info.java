/** The counters of counted code, which every class loader of the target sees. */
@NullMarked
package dev.flamegate.work.boot;

import org.jspecify.annotations.NullMarked;
