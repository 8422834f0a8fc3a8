/**
 * Checks for anything that would stop a run on this machine, or make its figures worse: one small
 * {@link dev.flamegate.check.Check} for each question, which turns a {@link dev.flamegate.check.Situation} into a
 * {@link dev.flamegate.check.CheckResult} with its remedy, all of them in under twenty seconds. Nothing measured is
 * kept, and the plan's target is not started.
 */
@NullMarked
package dev.flamegate.doctor;

import org.jspecify.annotations.NullMarked;
