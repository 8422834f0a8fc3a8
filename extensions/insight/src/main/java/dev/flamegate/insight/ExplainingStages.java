package dev.flamegate.insight;

import dev.flamegate.gate.measure.PairStage;
import dev.flamegate.insight.events.EventStage;
import java.util.List;

/** Adds the stages that explain a comparison, after the last block of a pair. */
public final class ExplainingStages implements PairStage.Provider {
    @Override
    public List<PairStage> stages() {
        return List.of(new EventStage());
    }
}
