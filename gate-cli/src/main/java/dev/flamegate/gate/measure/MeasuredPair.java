package dev.flamegate.gate.measure;

import dev.flamegate.model.Pair;

/** One pair as it comes from the machine. */
public record MeasuredPair(Pair pair, MeasuredTrial baseline, MeasuredTrial candidate) {}
