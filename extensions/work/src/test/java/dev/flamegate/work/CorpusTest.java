package dev.flamegate.work;

import dev.flamegate.fuzz.FuzzCorpusTest;

/** The fuzz tests of this extension on their seeds and on what fuzzing has found. */
class CorpusTest extends FuzzCorpusTest {}
