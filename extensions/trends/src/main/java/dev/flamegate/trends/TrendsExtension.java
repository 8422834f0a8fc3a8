package dev.flamegate.trends;

import dev.flamegate.cli.CommandProvider;
import java.util.List;

/** Adds {@code history site}, {@code history watch} and {@code history export}. */
public final class TrendsExtension implements CommandProvider {
    @Override
    public List<Class<?>> commandsOf(String parent) {
        return parent.equals("history")
                ? List.of(HistorySiteCommand.class, HistoryWatchCommand.class, HistoryExportCommand.class)
                : List.of();
    }
}
