/**
 * Targets as pods of a Kubernetes cluster.
 *
 * <p>Everything made here is in one namespace, has the label {@code app.kubernetes.io/managed-by: flamegate} and belongs
 * to the ConfigMap of its run ({@link dev.flamegate.targets.kubernetes.RunObjects}), so that the cluster removes it with
 * that one. Pods end at a deadline even if nobody removes them, and {@link dev.flamegate.targets.kubernetes.Leftovers}
 * removes what dead gates left.
 */
@NullMarked
package dev.flamegate.targets.kubernetes;

import org.jspecify.annotations.NullMarked;
