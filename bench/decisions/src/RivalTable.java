import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;

/** Ours and the others' rules on the same services: how often they alarm, by true growth. */
record RivalTable(Options options) {
    static final double[] GROWTHS = {0, 0.02, 0.05, 0.10, 0.20};

    void simulate() throws IOException {
        Results results = new Results(
                "rivals", options, 5, "rule", "pair SD", "noise", "slow restarts", "times", "no change", "+2 %", "+5 %",
                "+10 %", "+20 %");
        for (double sd : options.sds(0.02, 0.03, 0.04)) {
            for (World.Noise noise : options.noises()) {
                for (double[] slow : new double[][] {{0, 1}, {0.125, 2.5}}) {
                    for (Map.Entry<String, BiFunction<World, RandomGenerator, Outcome>> rule : rules().entrySet()) {
                        if (results.has(
                                rule.getKey(), Simulate.percent(sd), noise.text, Simulate.percent(slow[0]), slow[1])) {
                            continue;
                        }
                        Object[] row = new Object[5 + GROWTHS.length];
                        row[0] = rule.getKey();
                        row[1] = Simulate.percent(sd);
                        row[2] = noise.text;
                        row[3] = Simulate.percent(slow[0]);
                        row[4] = slow[1];
                        for (int i = 0; i < GROWTHS.length; i++) {
                            World world = World.noisy(sd, noise, GROWTHS[i]).slow(slow[0], slow[0], slow[1]);
                            row[5 + i] = Cell.of(random -> rule.getValue().apply(world, random), options.n(), options.seed(), options.threads())
                                    .failPercent();
                        }
                        results.add(row);
                    }
                }
            }
        }
    }

    private Map<String, BiFunction<World, RandomGenerator, Outcome>> rules() {
        Map<String, BiFunction<World, RandomGenerator, Outcome>> rules = new LinkedHashMap<>();
        rules.put("ours; limit 5 %", new Ours(options.looks(), 0.05, options.history())::decide);
        rules.put("ours; limit 3 %", new Ours(options.looks(), 0.03, options.history())::decide);
        for (Rivals rival : Rivals.values()) {
            rules.put(rival.text, rival::decide);
        }
        return rules;
    }
}
