package dev.flamegate.model;

/** What a method costs each request: sampled in a profile, or counted. */
public sealed interface Cost permits ProfileEvent, WorkCount {
    /** Name in results: {@code alloc}, {@code work} for instructions and {@code work.objects}. */
    String resultKey();

    /** Unit in which people read it. */
    Unit unit();

    /** Words after an amount: {@code of CPU per request}. */
    String perRequest();
}
