package dev.flamegate.runtime;

import dev.flamegate.collect.CounterSource;
import dev.flamegate.collect.ProfileSource;
import dev.flamegate.collect.probe.ProbeFacts;

/**
 * What tells of one running target.
 *
 * @param facts what its virtual machine says of itself; empty texts and zeros where nobody tells
 */
public record Sources(CounterSource counters, ProfileSource profiles, Exposition exposition, ProbeFacts facts) {}
