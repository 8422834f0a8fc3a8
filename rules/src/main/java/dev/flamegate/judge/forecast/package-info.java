/**
 * The forecast of rules before they are used: how often they fail an unchanged build and which growth they find,
 * rehearsed on the noise of stored runs and comparisons; and which limits that noise allows.
 */
@NullMarked
package dev.flamegate.judge.forecast;

import org.jspecify.annotations.NullMarked;
