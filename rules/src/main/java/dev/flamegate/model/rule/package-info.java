/** The words of rules: what is measured, in which unit, and which limits hold against which baseline. */
@NullMarked
package dev.flamegate.model.rule;

import org.jspecify.annotations.NullMarked;
