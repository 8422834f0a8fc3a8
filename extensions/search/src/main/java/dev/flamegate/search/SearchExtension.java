package dev.flamegate.search;

import dev.flamegate.cli.CommandProvider;
import dev.flamegate.search.bisect.BisectCommand;
import dev.flamegate.search.night.NightlyCommand;
import java.util.List;

public final class SearchExtension implements CommandProvider {
    @Override
    public List<Class<?>> commands() {
        return List.of(BisectCommand.class, NightlyCommand.class);
    }
}
