/**
 * A first simulation from what a team already has: {@link dev.flamegate.init.simulation.TrafficFile} recognises an access
 * log or an OpenAPI document and reads its {@link dev.flamegate.init.simulation.Traffic};
 * {@link dev.flamegate.init.simulation.SimulationSource} writes it as Java. The file may come from a stranger: what is
 * read is bounded, secrets are left out, and all text is escaped.
 */
@NullMarked
package dev.flamegate.init.simulation;

import org.jspecify.annotations.NullMarked;
