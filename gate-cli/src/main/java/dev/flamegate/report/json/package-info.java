/**
 * The machine-readable result: a {@link dev.flamegate.report.GateReport} in, one JSON object out, as published in
 * {@code docs/schema/result.schema.json}.
 */
@NullMarked
package dev.flamegate.report.json;

import org.jspecify.annotations.NullMarked;
