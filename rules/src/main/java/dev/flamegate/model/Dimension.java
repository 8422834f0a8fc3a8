package dev.flamegate.model;

/** What a unit measures; only units of one dimension can be compared or converted. */
public enum Dimension {
    /** Base unit: second. */
    TIME,
    /** Base unit: byte. */
    SIZE,
    /** Base unit: 1; people write percentages. */
    RATIO,
    /** Things counted; the unit's symbol says which ("tasks", "threads"). */
    COUNT,
    /** Things per second; the unit's symbol says which ("requests/s"). */
    RATE
}
