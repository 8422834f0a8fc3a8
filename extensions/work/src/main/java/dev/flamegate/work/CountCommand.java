package dev.flamegate.work;

import dev.flamegate.cli.CompareCommand;
import picocli.CommandLine.Command;

/** A comparison that ends when work is counted. */
@Command(
        name = "count",
        mixinStandardHelpOptions = true,
        description = {
            "Counts what two builds execute for each request, exactly and without pairs, and judges it by the rules about work.",
            "Takes about a minute, on a busy machine longer, with the same counts. Arms are those of compare."
        })
public final class CountCommand extends CompareCommand {
    @Override
    public Integer call() throws InterruptedException {
        set("compare.work", "only");
        return super.call();
    }
}
