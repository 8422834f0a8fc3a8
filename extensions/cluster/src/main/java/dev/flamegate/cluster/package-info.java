/**
 * Targets as pods of a Kubernetes cluster.
 *
 * <p>Everything made here is in one namespace, has the label {@code app.kubernetes.io/managed-by: flamegate} and
 * belongs to the ConfigMap of its run ({@link dev.flamegate.cluster.RunObjects}), so that the cluster removes it with
 * that one. Pods end at a deadline even if no gate removes them, and {@link dev.flamegate.cluster.Leftovers} removes
 * what dead gates left.
 */
@NullMarked
package dev.flamegate.cluster;

import org.jspecify.annotations.NullMarked;
