/**
 * The command {@code accept}: an entry for the ledger of growths that are known and accepted.
 *
 * <p>Input: the rule and what is accepted of it, from the command line. Output: the file next to the plan, which the
 * core reads ({@link dev.flamegate.plan.LedgerReader}).
 */
@NullMarked
package dev.flamegate.init.accept;

import org.jspecify.annotations.NullMarked;
