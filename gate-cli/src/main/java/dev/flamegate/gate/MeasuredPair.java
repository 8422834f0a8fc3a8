package dev.flamegate.gate;

import dev.flamegate.model.Pair;

/** One pair as it comes from the machine. */
record MeasuredPair(Pair pair, MeasuredTrial baseline, MeasuredTrial candidate) {}
