/**
 * An agent that counts what the target executes: bytecode by basic block, in arrays of each thread, and what was
 * allocated, thrown and asked of databases. It answers the gate through the probe's connection.
 */
@NullMarked
package dev.flamegate.work.agent;

import org.jspecify.annotations.NullMarked;
