package dev.flamegate.doctor;

import dev.flamegate.targets.container.EngineFacts;
import dev.flamegate.targets.container.EngineSearch;
import java.time.Duration;

/** The Docker engine. */
final class EngineCheck implements Check {
    private final Situation situation;
    private final EngineAccess engine;

    EngineCheck(Situation situation, EngineAccess engine) {
        this.situation = situation;
        this.engine = engine;
    }

    @Override
    public String id() {
        return "engine";
    }

    @Override
    public Group group() {
        return Group.CONTAINERS;
    }

    @Override
    public Duration limit() {
        return EngineAccess.WITHIN;
    }

    @Override
    public CheckResult look() throws InterruptedException {
        EngineSearch search = engine.get();
        if (search.engine().isPresent()) {
            EngineFacts facts = search.engine().get().facts();
            return CheckResult.ok(facts.name() + " " + facts.version() + ", API " + facts.apiVersion() + ", cgroup v"
                            + facts.cgroupVersion() + ", " + Words.cpus(facts.cpus()) + ", "
                            + Words.bytes(facts.memoryBytes()) + (facts.rootless() ? ", rootless" : "") + ", at "
                            + facts.endpoint())
                    .with("cpus", facts.cpus())
                    .with("memoryBytes", facts.memoryBytes());
        }
        String tried = search.tried().isEmpty() ? "" : " (" + String.join("; ", search.tried()) + ")";
        if (!situation.needsEngine()) {
            return CheckResult.skip("no Docker engine answers; only runtime: container needs one");
        }
        return CheckResult.fail("no Docker engine answers" + tried, remedy(search));
    }

    /** The last line of the search's own words. */
    private static String remedy(EngineSearch search) {
        return search.problem().lines().reduce((first, last) -> last).orElse("Start Docker.");
    }
}
