/**
 * The values of the domain: what is measured ({@link dev.flamegate.model.rule.Indicator}), what must hold
 * ({@link dev.flamegate.model.rule.Rule}), what was measured ({@link dev.flamegate.model.Run} of
 * {@link dev.flamegate.model.Trial}s) and what follows from it ({@link dev.flamegate.model.finding.Finding},
 * {@link dev.flamegate.model.finding.Verdict}).
 *
 * <p>Everything here is an immutable record, checked on construction, in base units: seconds, bytes, cores, ratios (0.1
 * = 10 %). Units and rounding for people belong to the report. The package depends on nothing but the JDK and
 * HdrHistogram.
 */
@NullMarked
package dev.flamegate.model;

import org.jspecify.annotations.NullMarked;
