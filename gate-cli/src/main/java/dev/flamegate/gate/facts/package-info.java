/**
 * Facts about a run that are not measured: its id, the build and the commit it came from, its virtual machine, and the
 * fingerprint that says which runs can be compared.
 */
@NullMarked
package dev.flamegate.gate.facts;

import org.jspecify.annotations.NullMarked;
