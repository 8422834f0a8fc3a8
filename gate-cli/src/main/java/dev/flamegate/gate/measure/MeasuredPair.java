package dev.flamegate.gate.measure;

import dev.flamegate.model.Pair;

/** One pair as measured. */
public record MeasuredPair(Pair pair, MeasuredTrial baseline, MeasuredTrial candidate) {}
