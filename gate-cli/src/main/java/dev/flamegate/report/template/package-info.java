/**
 * Pages from FreeMarker templates: what the report, the viewer and the site of a history have in common. In: the
 * templates and files next to a class, and what they show; out: text.
 */
@NullMarked
package dev.flamegate.report.template;

import org.jspecify.annotations.NullMarked;
