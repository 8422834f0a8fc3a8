/**
 * What would stop a run on this machine, or make its figures worse: one small {@link dev.flamegate.doctor.Check} each,
 * from a {@link dev.flamegate.doctor.Situation} to a {@link dev.flamegate.doctor.CheckResult} with its remedy, all of
 * them in under twenty seconds. Nothing is measured that is kept, and nothing of the plan's target is started.
 */
@NullMarked
package dev.flamegate.doctor;

import org.jspecify.annotations.NullMarked;
