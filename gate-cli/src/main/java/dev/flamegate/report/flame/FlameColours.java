package dev.flamegate.report.flame;

import java.util.List;

/** Blue for less and orange for more, which are easy to tell apart, plus a sign. The viewer uses the same colours. */
final class FlameColours {
    /**
     * The paint of a frame.
     *
     * @param sign {@code +}, {@code −} or empty
     */
    record Colour(String fill, String ink, String sign) {}

    private static final String DARK = "#15181b";
    private static final String LIGHT = "#ffffff";
    private static final List<String> MORE = List.of("#fbe6d0", "#f8cb9c", "#f3ab62", "#e6862b", "#c96510", "#a34a00");
    private static final List<String> LESS = List.of("#dcebf8", "#b4d5ef", "#84b8e0", "#4f96cb", "#2a74ae", "#12568c");
    private static final List<String> PLAIN =
            List.of("#f6c38b", "#9fcbea", "#a5d8c2", "#f0e08a", "#e3b4d2", "#c8ccf2", "#d9c7a8", "#bfe0e6");

    /** The smallest change with a colour, as a fraction of the largest: there is always some small difference. */
    private static final double FAINTEST = 0.01;

    /** The first step at which light text is easier to read. */
    private static final int LIGHT_FROM = 4;

    /** Unchanged, or not significantly changed. */
    static final Colour UNCHANGED = new Colour("#e3e6ea", DARK, "");

    static final String STRONGEST_GROWTH = MORE.get(MORE.size() - 1);

    private FlameColours() {}

    /**
     * The colour of a change.
     *
     * @param part fraction of the largest change, in [-1, 1]
     */
    static Colour of(double part) {
        int step = (int) Math.ceil(Math.sqrt(Math.abs(part)) * MORE.size() - 1e-9) - 1;
        if (Math.abs(part) < FAINTEST) {
            return UNCHANGED;
        }
        int bounded = Math.min(step, MORE.size() - 1);
        String ink = bounded < LIGHT_FROM ? DARK : LIGHT;
        return part > 0 ? new Colour(MORE.get(bounded), ink, "+") : new Colour(LESS.get(bounded), ink, "−");
    }

    static Colour plain(String name) {
        int method = name.lastIndexOf('.');
        int type = name.lastIndexOf('.', method - 1);
        String owner = type < 0 ? "" : name.substring(0, type);
        return new Colour(PLAIN.get(Math.floorMod(owner.hashCode(), PLAIN.size())), DARK, "");
    }
}
