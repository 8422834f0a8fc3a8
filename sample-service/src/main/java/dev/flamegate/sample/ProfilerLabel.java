package dev.flamegate.sample;

/** Marks the calling thread's profile samples with the endpoint it works for, from {@link #begin} to {@link #end}. */
interface ProfilerLabel {
    /** Does nothing: no profiler is attached. */
    ProfilerLabel NONE = new ProfilerLabel() {
        @Override
        public void begin() {}

        @Override
        public void end() {}
    };

    void begin();

    void end();

    /** The label for an endpoint; one without effect or cost if the Pyroscope agent does not run in this JVM. */
    static ProfilerLabel of(String endpoint) {
        try {
            return PyroscopeLabel.agentRuns() ? new PyroscopeLabel(endpoint) : NONE;
        } catch (NoClassDefFoundError e) {
            return NONE;
        }
    }
}
