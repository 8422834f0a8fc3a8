package dev.flamegate.model.message;

/** A warning about scraped metrics or about what a Prometheus server answered. */
public enum MetricsNotice implements Message {
    INDICATOR(
            "An indicator of your own has no value: its query answered nothing, or something that is no single"
                    + " number.",
            "Try the query in Prometheus over the same window. The message says what came back."),
    PROMETHEUS_WARNING(
            "The Prometheus server answered with a warning of its own.",
            "Read it in the server's documentation: it is about your query or your data."),
    PROMETHEUS_INFO(
            "The Prometheus server answered with a remark of its own.",
            "Read it in the server's documentation: it is about your query or your data."),
    SAMPLES_NOT_A_NUMBER(
            "Some stored samples are NaN and are ignored.",
            "Look at what the service exposes; a gauge without a value is often NaN."),
    TOO_FEW_SCRAPES(
            "A target has fewer than two scrapes in the window, and an increment needs two.",
            "Use a longer window (load: measure), or scrape more often."),
    DUPLICATE_SERIES(
            "A target is stored several times, by different servers; the most complete copy is used.",
            "Narrow it with prometheus: selector, such as by the label of one replica."),
    SCRAPES_FAILED(
            "The target did not answer some scrapes.",
            "Look at the targets page of Prometheus. A busy service needs a longer scrape_timeout."),
    TARGET_LATE(
            "A target has been scraped only from some time after the start of the window; what it did before is"
                    + " not counted.",
            "Start measuring after the service was discovered, or narrow the selector to the pods that were"
                    + " there."),
    TARGET_ENDED(
            "A target was last scraped some time before the end of the window: it ended or was no longer found.",
            "Look whether it was restarted or scaled down meanwhile."),
    SCRAPE_GAP(
            "There is a gap between scrapes that usually come regularly.",
            "Look at the load of Prometheus and of the target. What was counted in the gap is included, when it"
                    + " happened is not known."),
    COUNTER_RESET(
            "Counters were reset inside the window, as by a restart; counts just before the reset are lost.",
            "Look why the service was restarted, and measure again."),
    COUNTER_NOT_FINITE(
            "Counters without a finite value are left out.",
            "Look at what the service exposes under the names in the message."),
    ALLOCATION_AT_COLLECTIONS(
            "The metric of allocation grows only when the heap is collected, so a window's figure is off by up to"
                    + " the size of the young generation.",
            "Measure longer, or let the gate attach its probe, which counts exactly (not with runtime: attach)."),
    GC_PAUSE_BOUND(
            "Of several collections between two scrapes only the sum of the pauses is known: no single pause was"
                    + " longer than the figure.",
            "Scrape more often, or let the gate attach its probe (not with runtime: attach).");

    private final Entry entry;

    MetricsNotice(String cause, String remedy) {
        entry = new Entry(cause, remedy);
    }

    @Override
    public Entry entry() {
        return entry;
    }
}
