package dev.flamegate.sample;

import io.pyroscope.javaagent.PyroscopeAgent;
import io.pyroscope.labels.v2.ConstantContext;
import io.pyroscope.labels.v2.LabelsSet;

/**
 * The label {@code endpoint}, set through the Pyroscope agent's API. The context is constant, so nothing is allocated
 * per request. Labels do not nest, so a request sets one label and nothing it calls sets another.
 */
final class PyroscopeLabel implements ProfilerLabel {
    private final ConstantContext context;

    PyroscopeLabel(String endpoint) {
        context = ConstantContext.of(new LabelsSet("endpoint", endpoint));
    }

    /**
     * Whether the agent profiles this JVM.
     *
     * @throws NoClassDefFoundError when the agent was not attached
     */
    static boolean agentRuns() {
        return PyroscopeAgent.isStarted();
    }

    @Override
    public void begin() {
        context.activate();
    }

    @Override
    public void end() {
        context.deactivate();
    }
}
