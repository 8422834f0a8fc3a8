/**
 * The sample service: a small HTTP service on the JDK's server, the target of Flamegate's demo and tests. In: requests,
 * and switches in environment variables. Out: answers, Prometheus metrics, and the {@code endpoint} label of the
 * Pyroscope agent if it is attached.
 *
 * <p>Each endpoint is one class ({@link dev.flamegate.sample.Endpoint}); {@link dev.flamegate.sample.FaultInjection}
 * makes the service misbehave on purpose.
 */
@NullMarked
package dev.flamegate.sample;

import org.jspecify.annotations.NullMarked;
