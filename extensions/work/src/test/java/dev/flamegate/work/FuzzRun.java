package dev.flamegate.work;

/** Fuzzes the readers of this extension; only with the profile {@code fuzz}. */
class FuzzRun extends dev.flamegate.fuzz.FuzzRun {}
